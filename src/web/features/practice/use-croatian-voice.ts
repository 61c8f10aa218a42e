import { useSyncExternalStore } from 'react'

/** A voice of the device itself: others send the word to their maker (D27). */
function localVoice(): SpeechSynthesisVoice | undefined {
  if (!('speechSynthesis' in window)) return undefined
  return speechSynthesis
    .getVoices()
    .find(({ lang, localService }) => localService && /^hr\b/i.test(lang))
}

/** Browsers find their voices after the page has asked for them. */
function subscribe(changed: () => void): () => void {
  if (!('speechSynthesis' in window)) return () => undefined
  // Some have no events for it: the voices are there at once then.
  speechSynthesis.addEventListener?.('voiceschanged', changed)
  return () => speechSynthesis.removeEventListener?.('voiceschanged', changed)
}

/** Whether the device can say a Croatian word without a network; the component follows. */
export function useHasCroatianVoice(): boolean {
  return useSyncExternalStore(subscribe, () => localVoice() !== undefined)
}

/** Says a word, in place of what is being said. */
export function speakCroatian(word: string): void {
  const voice = localVoice()
  if (voice === undefined) return
  const utterance = new SpeechSynthesisUtterance(word)
  utterance.voice = voice
  utterance.lang = voice.lang
  speechSynthesis.cancel()
  speechSynthesis.speak(utterance)
}
