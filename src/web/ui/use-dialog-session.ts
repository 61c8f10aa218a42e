import { useEffect, useEffectEvent, useState } from 'react'

export interface DialogSession<Value> {
  /** A new number each time; the `key` of the content, so that no state of the last session stays. */
  readonly serial: number
  readonly value: Value
  /** False while it closes, and as soon as another session is requested. */
  readonly isOpen: boolean
}

/**
 * Reads the content of a dialog each time it opens. The last session stays during the closing
 * animation, but is never shown as open again: text typed into it would be lost with it (D26).
 * @param wanted what is open, undefined for nothing
 * @param read what the dialog needs to open
 * @param leave called with what was read, once that session is over
 */
export function useDialogSession<Value>(
  wanted: string | undefined,
  read: () => Promise<Value>,
  leave: (value: Value) => void,
): DialogSession<Value> | undefined {
  const [session, setSession] = useState({ wanted, serial: 0 })
  if (session.wanted !== wanted) setSession({ wanted, serial: session.serial + 1 })
  const [opened, setOpened] = useState<Omit<DialogSession<Value>, 'isOpen'>>()
  const readNow = useEffectEvent(read)
  const leaveNow = useEffectEvent(leave)

  useEffect(() => {
    if (session.wanted === undefined) return undefined
    let isCurrent = true
    const reading = readNow().then((value) => {
      if (isCurrent) setOpened({ serial: session.serial, value })
      return value
    })
    return () => {
      isCurrent = false
      void reading.then((value) => leaveNow(value))
    }
  }, [session])

  if (opened === undefined) return undefined
  return { ...opened, isOpen: wanted !== undefined && opened.serial === session.serial }
}
