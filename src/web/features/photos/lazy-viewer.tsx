import { ChunkErrorDialog } from '../../ui/chunk-error.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { photoTexts } from './photos-texts.ts'

/** Loaded as a photo is pressed. */
export const PhotoViewer = lazyPart(async () => (await import('./photo-viewer.tsx')).PhotoViewer, {
  missing: ({ onClose }, missing) => (
    <ChunkErrorDialog {...missing} open onOpenChange={onClose} title={photoTexts.viewer} />
  ),
})
