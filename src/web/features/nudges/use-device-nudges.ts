import { useEffect, useRef, useState } from 'react'
import {
  askToNudge,
  followPermission,
  mayNudge,
  nudgedPerson,
  pushObstacle,
  rememberNudged,
  stopNudges,
  subscribeFor,
} from '../../browser/web-push.ts'
import { followSubscription } from '../../browser/push-change.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { useJournal, useNudgeCalls } from '../../replica/journal-context.tsx'
import type { NudgeObstacle, NudgeProblem } from './nudges-texts.ts'

type NudgeCalls = ReturnType<typeof useNudgeCalls>

/** Whether this device is nudged, and how to change that. */
export type DeviceNudges = ReturnType<typeof useDeviceNudges>

/** This device's nudges for the person who is signed in. */
export function useDeviceNudges() {
  const { me } = useJournal()
  const calls = useNudgeCalls()
  const { support } = calls
  const [isOn, setOn] = useState(() => nudgedPerson() === me && mayNudge())
  const [isBusy, setBusy] = useState(false)
  /** The switch's own prompt changes the permission, too; no comparison runs during it. */
  const isTurning = useRef(false)
  const [problem, setProblem] = useState<NudgeProblem>()
  const [browserObstacle, setBrowserObstacle] = useState(pushObstacle)

  // The browser may have lost its subscription, and the server this device: both are compared at
  // each start, after the permission changed in the browser's settings, and after the browser has renewed its own.
  useEffect(() => {
    if (support.kind !== 'ready') return undefined
    async function compare(): Promise<void> {
      if (isTurning.current) return
      const found = pushObstacle()
      const isWanted = nudgedPerson() === me && mayNudge()
      setOn(isWanted)
      setBrowserObstacle(found)
      if (found !== undefined) return
      const refusal = isWanted ? await agree(calls) : undefined
      if (!isWanted) await stopNudges()
      // Without a network the next start does it.
      setProblem(refusal === 'no-network' ? undefined : refusal)
    }
    void compare()
    const ends = [followPermission, followSubscription].map((follow) =>
      follow(() => void compare()),
    )
    return () => {
      for (const end of ends) end()
    }
  }, [support, calls, me])

  /** Call it in a press: the browser may ask for permission. */
  async function turn(on: boolean): Promise<void> {
    if (isTurning.current) return
    setBusy(true)
    isTurning.current = true
    setProblem(undefined)
    const found = on ? await turnOn(calls, me) : await turnOff(calls)
    setProblem(found)
    setOn(on && found === undefined)
    setBrowserObstacle(pushObstacle())
    isTurning.current = false
    setBusy(false)
  }

  /** The obstacle, as far as it is known now. */
  const obstacle: NudgeObstacle | undefined =
    support.kind === 'ready' ? browserObstacle : support.kind
  return { obstacle, isOn, isBusy, problem, turn: (on: boolean) => void turn(on) }
}

async function turnOn(calls: NudgeCalls, person: PartnerId): Promise<NudgeProblem | undefined> {
  if (!(await askToNudge())) return 'not-allowed'
  const found = await agree(calls)
  if (found === undefined) rememberNudged(person)
  else await stopNudges()
  return found
}

async function turnOff(calls: NudgeCalls): Promise<undefined> {
  const endpoint = await stopNudges()
  // If the server cannot be reached, the push service reports it at the next nudge.
  if (endpoint !== undefined) await calls.unsubscribe(endpoint)
  return undefined
}

/** Subscribes, or finds the existing subscription, and sends it to the server. */
async function agree(calls: NudgeCalls): Promise<NudgeProblem | undefined> {
  const { support } = calls
  if (support.kind !== 'ready') return 'service-refused'
  const device = await subscribeFor(support.key)
  if (device === undefined) return 'browser-refused'
  const kept = await calls.subscribe(device)
  if (kept.ok) return undefined
  return kept.code === 'rejected' ? 'service-refused' : 'no-network'
}
