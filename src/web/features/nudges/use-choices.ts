import { useEffect, useState } from 'react'
import type { NudgeChoices } from '../../../domain/nudges/nudge-choices.ts'
import { useNudgeCalls } from '../../replica/journal-context.tsx'

/** A person's choices, as the server has them or as they were just changed. */
export interface Choices {
  /** Undefined until they are read. */
  readonly value: NudgeChoices | undefined
  /** True where the last reading or change did not reach the server. */
  readonly hasFailed: boolean
  readonly change: (over: Partial<NudgeChoices>) => void
}

/** Reads the choices when it is first drawn; a change shows at once and goes back where it failed. */
export function useChoices(): Choices {
  const calls = useNudgeCalls()
  const [value, setValue] = useState<NudgeChoices>()
  const [hasFailed, setFailed] = useState(false)

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

  async function change(over: Partial<NudgeChoices>): Promise<void> {
    if (value === undefined) return
    const wanted = { ...value, ...over }
    setValue(wanted)
    const written = await calls.writeChoices(wanted)
    setFailed(!written.ok)
    if (!written.ok) setValue((now) => (now === wanted ? value : now))
  }

  return { value, hasFailed, change: (over) => void change(over) }
}
