import { useEffect, useEffectEvent, useState } from 'react'
import type { ChosenFile } from './prepare-file.ts'

/** Files with their names, as a picker, the clipboard or a drop has them. */
export function chosenFiles(files: Iterable<File> | null | undefined): readonly ChosenFile[] {
  return [...(files ?? [])].map((file) => ({ file, name: file.name }))
}

/**
 * Takes pictures that are pasted or dropped while a form is open, wherever on the page: a file that is dropped beside
 * the form would otherwise replace the page.
 *
 * @returns true while files are held over the page
 */
export function useFileEntrance(onFiles: (files: readonly ChosenFile[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    }
    const left = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const dropped = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      take(chosenFiles(event.dataTransfer?.files))
    }
    const pasted = (event: ClipboardEvent) => {
      const { clipboardData } = event
      // A copied table or page is text with a picture of it beside.
      if (clipboardData === null || clipboardData.types.includes('text/plain')) return
      const files = chosenFiles(clipboardData.files)
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    }
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', left, { signal })
    window.addEventListener('drop', dropped, { signal })
    window.addEventListener('paste', pasted, { signal })
    return () => stop.abort()
  }, [])
  return isOver
}

function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}
