import { Button } from '../../ui/button.tsx'
import { download, share } from '../../browser/hand-over.ts'
import { deviceTexts } from './device-texts.ts'

export interface ReadyFilesProps {
  readonly files: readonly File[]
  /** True if a press must hand them to the share sheet. */
  readonly isShared: boolean
}

/** The finished files, each with a button: browsers ask before a page downloads several. */
export function ReadyFiles({ files, isShared }: ReadyFilesProps) {
  const [only] = files
  if (only === undefined) return null
  const isOne = files.length === 1
  return (
    <>
      <output className="text-sm text-ink-soft">
        {isOne
          ? deviceTexts.ready(only.name, only.size, isShared)
          : deviceTexts.severalReady(files.length)}
      </output>
      {files.map((file, index) => (
        <Button
          key={file.name}
          variant="outline"
          className="justify-self-start"
          onClick={() => {
            if (!isShared) download(file)
            // Refused by the system: the file stays ready for another press.
            else share(file).catch(() => undefined)
          }}
        >
          {isOne
            ? isShared
              ? deviceTexts.share
              : deviceTexts.saveAgain
            : deviceTexts.savePart(index + 1, files.length, file.size)}
        </Button>
      ))}
    </>
  )
}
