/** Resolves in a task of its own, so that input and drawing go first. */
export async function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}
