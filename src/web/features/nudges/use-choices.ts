import { useEffect, useRef, useState } from 'react'
import type { NudgeChoices } from '../../../domain/nudges/nudge-choices.ts'
import { useNudgeCalls } from '../../replica/journal-context.tsx'

/**
 * A person's choices, as the server has them or as they were just changed: they are read at the first render; a change
 * shows immediately and is undone if it failed.
 */
export function useChoices() {
  const calls = useNudgeCalls()
  /** Undefined until they are read. */
  const [value, setValue] = useState<NudgeChoices>()
  /** True if the last reading or change did not reach the server. */
  const [hasFailed, setFailed] = useState(false)
  /** Changes are sent one after the other, so the last one counts. */
  const sent = useRef<Promise<void>>(Promise.resolve())

  useEffect(() => {
    let gone = false
    void calls.readChoices().then((read) => {
      if (gone) return
      if (read.ok) setValue(read.value)
      setFailed(!read.ok)
    })
    return () => {
      gone = true
    }
  }, [calls])

  async function send(wanted: NudgeChoices, before: NudgeChoices): Promise<void> {
    const written = await calls.writeChoices(wanted)
    setFailed(!written.ok)
    if (!written.ok) setValue((now) => (now === wanted ? before : now))
  }

  function change(over: Partial<NudgeChoices>): void {
    if (value === undefined) return
    const wanted = { ...value, ...over }
    setValue(wanted)
    sent.current = sent.current.then(async () => send(wanted, value))
  }

  return { value, hasFailed, change }
}
