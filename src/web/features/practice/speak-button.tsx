import { IconButton } from '../../ui/icon-button.tsx'
import { practiceTexts } from './practice-texts.ts'
import { speakCroatian, useHasCroatianVoice } from './use-croatian-voice.ts'

/** Says a Croatian word; absent where the device has no voice of its own for it. */
export function SpeakButton({ word }: { readonly word: string }) {
  if (!useHasCroatianVoice()) return null
  return (
    <IconButton
      icon="speaker"
      label={practiceTexts.speak(word)}
      onClick={() => speakCroatian(word)}
    />
  )
}
