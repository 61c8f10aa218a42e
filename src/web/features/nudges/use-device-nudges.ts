import { useCallback, useEffect, useState } from 'react'
import {
  askToNudge,
  mayNudge,
  nudgedPerson,
  pushObstacle,
  rememberNudged,
  stopNudges,
  subscribeFor,
} from '../../browser/web-push.ts'
import { useJournal, useNudgeCalls } from '../../replica/journal-context.tsx'
import type { NudgeObstacle, NudgeProblem } from './texts.ts'

/** Whether this device is nudged, and the way to change that. */
export interface DeviceNudges {
  /** What stands in the way, as far as is known now. */
  readonly obstacle: NudgeObstacle | undefined
  readonly isOn: boolean
  readonly isBusy: boolean
  readonly problem: NudgeProblem | undefined
  /** Call it in a press: the browser may ask for permission. */
  readonly turn: (on: boolean) => void
}

/** This device's nudges for the person who is signed in. */
export function useDeviceNudges(): DeviceNudges {
  const { me } = useJournal()
  const calls = useNudgeCalls()
  const { support } = calls
  const [isOn, setOn] = useState(() => nudgedPerson() === me && mayNudge())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<NudgeProblem>()
  const obstacle = support.kind === 'ready' ? pushObstacle() : support.kind

  /** Subscribes, or finds the subscription there is, and hands it to the server. */
  const agree = useCallback(
    async (key: string): Promise<NudgeProblem | undefined> => {
      const device = await subscribeFor(key)
      if (device === undefined) return 'browser-refused'
      const kept = await calls.subscribe(device)
      if (kept.ok) return undefined
      return kept.code === 'rejected' ? 'service-refused' : 'no-network'
    },
    [calls],
  )

  // The browser may have lost its subscription, and the server this device: both are compared at each start.
  useEffect(() => {
    if (support.kind !== 'ready' || pushObstacle() !== undefined) return
    const isWanted = nudgedPerson() === me && mayNudge()
    if (isWanted) void agree(support.key)
    else void stopNudges()
  }, [support, agree, me])

  async function turnOn(key: string): Promise<NudgeProblem | undefined> {
    if (!(await askToNudge())) return 'not-allowed'
    const found = await agree(key)
    if (found === undefined) rememberNudged(me)
    else await stopNudges()
    return found
  }

  async function turnOff(): Promise<NudgeProblem | undefined> {
    const endpoint = await stopNudges()
    // Where this cannot be said now, the push service says it at the next nudge.
    if (endpoint !== undefined) await calls.unsubscribe(endpoint)
    return undefined
  }

  async function turn(on: boolean): Promise<void> {
    if (support.kind !== 'ready' || isBusy) return
    setBusy(true)
    setProblem(undefined)
    const found = on ? await turnOn(support.key) : await turnOff()
    setProblem(found)
    setOn(on && found === undefined)
    setBusy(false)
  }

  return { obstacle, isOn, isBusy, problem, turn: (on) => void turn(on) }
}
