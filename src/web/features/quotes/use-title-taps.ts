import { toastsLast } from '../../../domain/limits.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import { inQuotationMarks } from '../../../domain/quote-display.ts'
import { toast } from '../../ui/toast.tsx'
import { useTripleTap } from '../../ui/use-triple-tap.ts'
import { quoteTexts } from './quotes-texts.ts'
import { pickQuoteNow } from './use-quote-of-the-day.ts'

/** Three quick taps on the title show a quote. */
export function useTitleTaps(): () => void {
  const timeZone = useTimeZone()
  return useTripleTap(() => {
    void pickQuoteNow(timeZone).then((quote) => {
      if (quote === undefined) return
      toast({
        title: inQuotationMarks(quote.text),
        description: quoteTexts.by(quote.author),
        duration: toastsLast.quote,
      })
    })
  })
}
