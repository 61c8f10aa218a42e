import { useEffect, useEffectEvent, useState } from 'react'

export interface DialogSession<Value> {
  /** Another number each time; the `key` of what is opened, so that nothing of the last one stays. */
  readonly serial: number
  readonly value: Value
  /** False while it closes, and as soon as another session has been asked for. */
  readonly isOpen: boolean
}

/**
 * Reads what a dialog opens on, each time it is opened. The last session stays for its closing
 * movement, but is never shown as open again: text typed into it would be lost with it (D26).
 * @param wanted what is open, undefined for nothing
 * @param read what the dialog needs to open
 * @param leave gives back what was read, once that session is over
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
