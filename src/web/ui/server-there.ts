/** True if the server that gave this page answers, so that what failed is not the network's fault. */
export async function isServerThere(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
