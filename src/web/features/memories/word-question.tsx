import { useState } from 'react'
import type { Translation } from '../../../domain/translation.ts'
import { Button } from '../../ui/button.tsx'
import { Flag } from '../../ui/flag.tsx'
import { memoryTexts } from './memories-texts.ts'

/** A word learnt then, asked as one question; a tap shows the answer. */
export function WordQuestion({ word }: { readonly word: Translation }) {
  const [isAnswered, setAnswered] = useState(false)
  return (
    <div className="grid gap-3">
      <p className="font-semibold">{memoryTexts.learnt}</p>
      <p className="flex items-center gap-3 text-lg">
        <Flag country="hr" label={memoryTexts.croatian} />
        <span lang="hr" className="written font-serif wrap-anywhere">
          {word.croatian}
        </span>
      </p>
      <div aria-live="polite" className="flex min-h-target items-center gap-3 text-lg">
        {isAnswered && (
          <>
            <Flag country="de" label={memoryTexts.german} />
            <span lang="de" className="written font-serif wrap-anywhere">
              {word.german}
            </span>
          </>
        )}
        {!isAnswered && (
          <Button variant="outline" onClick={() => setAnswered(true)}>
            {memoryTexts.answer}
          </Button>
        )}
      </div>
    </div>
  )
}
