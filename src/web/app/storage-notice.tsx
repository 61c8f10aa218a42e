import { useEffect, useState } from 'react'
import { forgetsSignIn } from '../browser/site-storage.ts'
import { canStore } from '../replica/can-store.ts'
import { Icon } from '../ui/icon.tsx'
import { forgottenSignInTexts, storageTexts, type StorageTexts } from './storage-texts.ts'

/** The fault of the storage and its remedy. */
export function StorageNotice({ title, text, help }: StorageTexts) {
  return (
    <section aria-label={title}>
      <output className="flex gap-3 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
        <Icon name="cloud-off" className="mt-0.5 size-5 shrink-0" />
        <span className="grid gap-1">
          <strong>{title}</strong>
          <span>{text}</span>
          <span>{help}</span>
        </span>
      </output>
    </section>
  )
}

/** For the sign-in page, where no copy is open yet: tests the browser's storage. */
export function SignInStorageNotice() {
  const [isForgetting] = useState(() => forgetsSignIn())
  const [stores, setStores] = useState(true)
  useEffect(() => {
    void canStore().then(setStores)
  }, [])
  if (stores && !isForgetting) return null
  return (
    <div className="mb-8">
      <StorageNotice {...(stores ? forgottenSignInTexts : storageTexts.unavailable)} />
    </div>
  )
}
