/** The environment of a process that says at its end how much memory it had at most. */
export const saysMemory = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `import{writeSync}from'node:fs';process.on('exit',()=>writeSync(1,'memory '+process.resourceUsage().maxRSS+'\\n'))`,
  )}`,
}

/** The bytes that it said, from what it printed. */
export function takenMemory(output: string): number {
  return Number(/^memory (\d+)$/m.exec(output)?.[1]) * 1024
}
