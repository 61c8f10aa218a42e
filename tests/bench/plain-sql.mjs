/**
 * A bare server: each request is answered with the rows of one statement, as JSON. It takes two arguments, what pg
 * needs for a connection, as JSON, and the statement, and prints its port.
 */
import { createServer } from 'node:http'
import process from 'node:process'
import pg from 'pg'

const [, , target = '', statement = ''] = process.argv
const pool = new pg.Pool({ ...JSON.parse(target), max: 2 })

const server = createServer((_, response) => {
  void answer(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})

/** @param {import('node:http').ServerResponse} response */
async function answer(response) {
  const { rows } = await pool.query({ name: 'rows', text: statement })
  response.end(JSON.stringify(rows))
}
