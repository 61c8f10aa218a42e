import { useEffect, useState } from 'react'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DeviceSection } from './device-section.tsx'
import { deviceTexts } from './device-texts.ts'

/** How much room photos take here, and a button that gives it back; nothing where there are none. */
export function PhotosSection() {
  const { pictures } = useJournal()
  const isUnsent = useJournalState(({ unsentPhotos }) => unsentPhotos.size > 0)
  const [bytes, setBytes] = useState(0)
  const [wasEmptied, setEmptied] = useState(false)
  useEffect(() => void pictures.usage().then((usage) => setBytes(usage.bytes)), [pictures])

  async function empty(): Promise<void> {
    await pictures.empty()
    setBytes((await pictures.usage()).bytes)
    setEmptied(true)
  }

  if (bytes === 0 && !wasEmptied) return null
  return (
    <DeviceSection title={deviceTexts.photos}>
      <p>{deviceTexts.photosTake(bytes)}</p>
      <p className="text-sm text-ink-soft">
        {isUnsent ? deviceTexts.unsentPhotosStay : deviceTexts.photosComeBack}
      </p>
      {wasEmptied ? (
        <output className="text-sm text-ink-soft">{deviceTexts.photosRemoved}</output>
      ) : (
        <Button variant="outline" className="justify-self-start" onClick={() => void empty()}>
          {deviceTexts.removePhotos}
        </Button>
      )}
    </DeviceSection>
  )
}
