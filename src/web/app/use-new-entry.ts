import { useEffect, useState } from 'react'
import type { EntryId } from '../../domain/ids.ts'
import type { CreateEntryDialogProps } from '../features/entries/create-entry-dialog.tsx'
import { forgetShared, readShared } from '../browser/shared-content.ts'
import { useParameter } from './use-parameter.ts'

/** In the address of the home screen's shortcut, as `public/manifest.webmanifest` says. */
const newParameter = 'neu'

/**
 * Whether "Neuer Eintrag" is open, and on which shared text: opened by a press, by the home screen's shortcut, or by
 * something shared with the app.
 */
export function useNewEntryForm() {
  const [isOpen, setOpen] = useState(false)
  const [shared, setShared] = useState<CreateEntryDialogProps['shared']>()
  const [ideaId, setIdeaId] = useState<EntryId>()
  useShortcut(() => setOpen(true))
  useEffect(() => {
    let isOver = false
    void readShared().then((waiting) => {
      if (waiting === undefined || isOver) return
      const { text, textPlaces, pictures } = waiting
      setShared({
        text,
        taken: () => void forgetShared(textPlaces),
        photos: pictures.map(({ file, place }) => ({
          file,
          onTaken: () => void forgetShared([place]),
        })),
      })
      setOpen(true)
    })
    return () => {
      isOver = true
    }
  }, [])
  return {
    isOpen,
    shared,
    ideaId,
    /** Opens it on the story of an idea. */
    tell: (id: EntryId) => {
      setIdeaId(id)
      setOpen(true)
    },
    setOpen: (open: boolean) => {
      setOpen(open)
      if (open) return
      setShared(undefined)
      setIdeaId(undefined)
    },
  }
}

function useShortcut(open: () => void): void {
  const [asked, leave] = useParameter(newParameter)
  const isAsked = asked !== null
  useEffect(() => {
    if (!isAsked) return
    // A reload must not ask again.
    leave()
    open()
    // oxlint-disable-next-line react/exhaustive-deps -- only what the address says
  }, [isAsked])
}
