import type { Page, Request } from '@playwright/test'

/** The page's requests to `/rest/v1` from now on; the array grows with each. */
export function restRequestsOf(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) requests.push(request)
  })
  return requests
}

/** Bytes of a request and its answer, heads included. */
export async function bytesOf(request: Request): Promise<number> {
  const sizes = await request.sizes()
  const { requestHeadersSize, requestBodySize, responseHeadersSize, responseBodySize } = sizes
  return requestHeadersSize + requestBodySize + responseHeadersSize + responseBodySize
}
