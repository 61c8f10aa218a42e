/** An element with texts and other elements inside; a text is never read as markup. */
export function element(tag: string, className: string, ...inside: readonly (string | Node)[]) {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.append(...inside)
  return made
}
