/**
 * A bare server: each request is answered with the rows of one statement, as JSON. It takes two arguments, the two
 * arguments of postgres.js as a JSON array and the statement, and prints its port.
 */
import { createServer } from 'node:http'
import process from 'node:process'
import postgres from 'postgres'

const [, , target = '', statement = ''] = process.argv
const [url, options] = JSON.parse(target)
const sql = postgres(url, { ...options, max: 2 })

const server = createServer((_, response) => {
  void answer(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})

/** @param {import('node:http').ServerResponse} response */
async function answer(response) {
  response.end(JSON.stringify(await sql.unsafe(statement, [], { prepare: true })))
}
