import { useState } from 'react'
import { useLostWork } from '../../replica/journal-context.tsx'
import type { LostItem } from '../../replica/questions/lost.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { ChunkErrorDialog } from '../../ui/chunk-error.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { restoredTexts } from './restored-texts.ts'
import { countsOf, isAddable, useLost, usePartnerName } from './use-lost.ts'

const LostDialog = lazyPart(async () => (await import('./lost-dialog.tsx')).LostDialog, {
  isNeeded: ({ open }) => open,
  missing: (props, missing) => (
    <ChunkErrorDialog {...props} {...missing} title={restoredTexts.title} />
  ),
})

/**
 * Says what of this person's is on this device alone since the server was put back, until they have said what becomes
 * of it (docs/behaviour/offline.md).
 */
export function LostSheet() {
  const items = useLost()
  const lost = useLostWork()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const add = (chosen: readonly LostItem[]) => {
    lost.add(new Set(chosen.map(({ key }) => key)))
    setOpen(false)
    toast({ title: restoredTexts.added, tone: 'success' })
  }
  const addable = items.filter((item) => isAddable(item))
  const actions = [
    { label: restoredTexts.look, onClick: () => setOpen(true) },
    ...(addable.length === 0 ? [] : [{ label: restoredTexts.add, onClick: () => add(addable) }]),
    { label: restoredTexts.discard, onClick: () => setAsking(true) },
  ]
  const isThere = items.length > 0
  return (
    <>
      {isThere && (
        <section aria-label={restoredTexts.label}>
          <Notice tone="warning" text={restoredTexts.message(countsOf(items))} actions={actions}>
            <Limits items={items} />
          </Notice>
        </section>
      )}
      <LostDialog
        open={isOpen && isThere}
        onOpenChange={setOpen}
        items={items}
        onAdd={add}
        onDiscard={() => setAsking(true)}
      />
      <AlertDialog
        open={isAsking && isThere}
        onOpenChange={setAsking}
        title={restoredTexts.discardTitle}
        description={restoredTexts.discardHint(countsOf(items))}
        confirmLabel={restoredTexts.discard}
        danger
        onConfirm={() => {
          lost.discard()
          setOpen(false)
        }}
      />
    </>
  )
}

/** The rows that cannot be added just now, and the reason. */
function Limits({ items }: { readonly items: readonly LostItem[] }) {
  const partner = usePartnerName()
  const waiting = items.filter(({ state }) => state === 'waiting' || state === 'wanted').length
  const old = items.filter(({ state }) => state === 'old').length
  return (
    <>
      {waiting > 0 && <p>{restoredTexts.waiting(waiting, partner)}</p>}
      {old > 0 && <p>{restoredTexts.old(old)}</p>}
    </>
  )
}

/** The line about it in the dialog "Auf diesem Gerät"; nothing where nothing is missing on the server. */
export function LostLine() {
  const items = useLost()
  if (items.length === 0) return null
  return <p className="text-sm text-warning">{restoredTexts.onDevice(countsOf(items))}</p>
}
