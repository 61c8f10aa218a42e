import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

import type { MemoryDevice } from './database.ts'

/** IndexedDB in this page's memory, for a browser whose own does not work. */
export function createMemoryDevice(): MemoryDevice {
  // The package runs each request in a task of its own. Where the browser has neither this nor
  // `scheduler`, it would take timers, which browsers hold back for 4 ms each.
  const page = globalThis as { setImmediate?: (task: () => void) => void }
  page.setImmediate ??= createImmediate()
  hideForbidden()
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}

/** Dexie compares its database with the browser's, a look that throws where site data is blocked. */
function hideForbidden(): void {
  try {
    void globalThis.indexedDB
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  }
}

function createImmediate(): (task: () => void) => void {
  const { port1, port2 } = new MessageChannel()
  const tasks: (() => void)[] = []
  port1.addEventListener('message', () => tasks.shift()?.())
  port1.start()
  return (task) => {
    tasks.push(task)
    port2.postMessage(null)
  }
}
