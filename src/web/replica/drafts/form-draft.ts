import type { DraftForm } from '../mutations/draft-form.ts'

/** The unsent text of one open form. No other form writes it, in no tab. */
export interface FormDraft {
  /** Keeps what the form holds now, a JSON-able value. It never fails: the text is on the screen. */
  write(value: unknown): void
  /** Resolves once all that was written is stored, or could not be. */
  stored(): Promise<void>
  /** Removes the draft: the form holds nothing worth keeping. */
  clear(): void
  /**
   * Runs a write that takes the draft's place. `send` gets the draft's key, the id of the entry or quote to
   * be, and says whether the draft is gone with it; nothing brings a draft back that is gone. The journal's
   * own writes call this.
   */
  handOver(send: (key: string) => boolean): boolean
  /** The form was closed: what it held waits for the next one. */
  leave(): void
}

/** Unsent text of forms, kept through reloads and crashes (D26). */
export interface Drafts {
  /** The draft of a form that opens empty, or on what is saved; stored with the first `write`. */
  begin(form: DraftForm): FormDraft
  /**
   * Takes up the oldest draft of this kind of form that no open form holds, in this tab or another:
   * one that was left, that a crash left, or that came back refused. `read` parses its value;
   * what it answers with `undefined` is passed over.
   */
  takeOldest<Value>(
    form: DraftForm,
    read: (value: unknown) => Value | undefined,
  ): Promise<{ readonly draft: FormDraft; readonly value: Value } | undefined>
  /** The tab closes: what its forms hold is free for others. */
  stop(): void
}

/** The form in which a write was typed; its draft goes in the same change. */
export interface SendingForm {
  readonly draft: FormDraft
  /** What the form holds and is no part of the write: it is left as a new entry's draft. */
  readonly rest?: unknown
}
