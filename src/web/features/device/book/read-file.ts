import { readBook, type Book, type BookProblem } from '../../../../domain/book-reader.ts'

/** A journal of a hundred thousand entries is about 40 MB; more would not fit into a tab's memory. */
const mostBytes = 150_000_000

/** Besides errors in the content: too long for a journal, or the device cannot read it. */
export type FileProblem = BookProblem | 'too-large' | 'unreadable'

/**
 * Reads and checks a chosen file, which is accepted completely or not at all. Only the server
 * checks whether a time is in the future: a device's clock may be behind, and the file's times are
 * then newer.
 */
export async function readFile(file: File): Promise<Book | FileProblem> {
  if (file.size > mostBytes) return 'too-large'
  try {
    return await readBook(piecesOf(file), Infinity)
  } catch {
    // Moved or deleted since it was chosen, or the device refuses it.
    return 'unreadable'
  }
}

/** Not every browser can iterate a stream with `for await`. */
async function* piecesOf(file: File): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
