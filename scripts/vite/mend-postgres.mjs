/**
 * postgres.js 3.4.9 does not survive every loss of a connection (decision 0043). It corrects:
 *
 * - a write that waited when the socket closed left the connection unable to write ever again,
 * - a query sent after the socket closed was never answered,
 * - a server that refuses a connection got attempts without a pause and without end,
 * - the error of an earlier connection went to the next one's first query,
 * - a transaction whose connection is gone went on in another one's.
 *
 * Each piece is found by its text, and the build fails if another version has none.
 */
const mends = {
  'connection.js': [
    {
      from: 'const x = socket.write(chunk, fn)',
      to: `if (socket === null) {
      clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      const gone = Errors.connection('CONNECTION_CLOSED', options, socket)
      query && queryError(query, gone)
      query = null
      while (sent.length)
        queryError(sent.shift(), gone)
      return true
    }
    const x = socket.write(chunk, fn)`,
    },
    {
      from: `    clearImmediate(nextWriteTimer)
    if (socket) {`,
      to: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    if (socket) {`,
    },
    {
      from: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
      to: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)`,
    },
    {
      from: `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(`,
      to: `    ;(initial || query || sent.length) && error(`,
    },
    {
      // The query still has another host to try.
      from: '    closedTime = performance.now()',
      to: `    if (initial)
      return reconnect()

    query = results = errorResponse = null
    result = new Result()
    closedTime = performance.now()`,
    },
  ],
  'index.js': [
    {
      from: '      , connection\n      , prepare = null',
      to: '      , connection\n      , lost = null\n      , prepare = null',
    },
    {
      from: '(_, reject) => connection.onclose = reject)',
      to: `(_, reject) => connection.onclose = (error) => {
          lost = error
          reject(error)
        })`,
    },
    {
      from: '        q.catch(e => uncaughtError || (uncaughtError = e))\n',
      to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
`,
    },
  ],
}

/** @returns {import('vite').Plugin} */
export function mendPostgres() {
  return {
    name: 'journal-mend-postgres',
    transform(code, id) {
      const [, file] = /\/node_modules\/postgres\/src\/([a-z]+\.js)$/.exec(id) ?? []
      if (file !== 'connection.js' && file !== 'index.js') return undefined
      return { code: mends[file].reduce(mend, code), map: null }
    },
  }
}

/**
 * @param {string} code
 * @param {{ from: string, to: string }} piece
 */
function mend(code, { from, to }) {
  const [before, after, ...more] = code.split(from)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`postgres.js has changed; look at decision 0043 again: ${from}`)
  return before + to + after
}
