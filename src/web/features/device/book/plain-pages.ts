import type { BookHeader } from '../../../../domain/book-format.ts'
import { bookTexts } from './book-words.ts'
import type { BookWords, EntryRows, PhotoWords, QuoteWords } from './book-words.ts'

/**
 * The book for a reader without scripts, such as the preview of a phone's files. The script puts its own pages
 * in place of these. For reading alone; nothing reads them back.
 */
export const plainPages = {
  begin: ({ title, people: [one, other] }: BookHeader): string =>
    `<div id="book">\n<div class="plain">\n<header class="cover"><h1>${escapeHtml(title)}</h1>` +
    paragraph('', `${one.name} & ${other.name}`) +
    `${paragraph('soft', 'Ohne Skripte, nur zum Lesen.')}</header>\n<main>\n`,

  /** @param previewOf the picture of a photo as an address of its own; undefined where it is not in the file */
  entry(
    rows: EntryRows,
    words: BookWords,
    previewOf: (photo: PhotoWords) => Blob | undefined,
  ): readonly (string | Blob)[] {
    const { above, text, below, photos, stories, replies } = words.entryWords(rows)
    const lines = [
      paragraph('soft', `${words.dayOf(rows.entry.created_at)} · ${above}`),
      paragraph('text', text),
      ...photos.flatMap((photo) => plainPhoto(photo, previewOf(photo))),
      ...(below === '' ? [] : [paragraph('soft', below)]),
      ...stories.map((story) => paragraph('story', `${story.label} ${story.text}`)),
      ...replies.map((reply) =>
        paragraph('reply', `${reply.author} · ${reply.when}\n${reply.text}`),
      ),
    ]
    return ['<article>', ...lines, '</article>\n']
  },

  end(quotes: readonly QuoteWords[]): string {
    const drawn = quotes
      .map(({ text, below }) => paragraph('text', text) + paragraph('soft', below))
      .map((quote) => `<blockquote>${quote}</blockquote>\n`)
    const title = drawn.length === 0 ? '' : '<h2>Lieblingszitate</h2>\n'
    return `${title}${drawn.join('')}</main>\n</div>\n</div>\n`
  },
}

function paragraph(className: string, text: string): string {
  return `<p${className === '' ? '' : ` class="${className}"`}>${escapeHtml(text)}</p>`
}

/** It takes its size from the style, and is not read while the script's pages are shown. */
function plainPhoto(
  { alt, width, height }: PhotoWords,
  preview: Blob | undefined,
): readonly (string | Blob)[] {
  if (preview === undefined) return [paragraph('soft', bookTexts.withoutPicture(alt))]
  const shape = `width="${width}" height="${height}" loading="lazy"`
  return [`<p class="photo"><img ${shape} alt="${escapeHtml(alt)}" src="`, preview, '"></p>']
}

export function escapeHtml(text: string): string {
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return html.replaceAll('"', '&quot;')
}
