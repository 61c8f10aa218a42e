import type { SignedIn, TestServer } from '../support/server.ts'
import type { Question } from './pseudo-columns.ts'

/** One request of a signed-in person as it is on the wire, and all of its answer but the date. */
export async function askAs(
  server: Pick<TestServer, 'url' | 'anonKey'>,
  person: SignedIn,
  question: Question,
) {
  const { path, method = 'GET', headers = {}, body } = question
  const response = await fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${await person.accessToken()}`,
      ...(method === 'GET' || method === 'HEAD' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { date: _date, ...seen } = Object.fromEntries(response.headers)
  return { question, status: response.status, headers: seen, text: await response.text() }
}
