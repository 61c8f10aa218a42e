import { defineConfig } from 'vite'

/**
 * Builds the server and the operator's commands for Node 20, packages included: hundreds of small
 * modules take Node longer to find than to run.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/server',
    // Overwritten, not emptied: a server that starts during the build must find its modules.
    emptyOutDir: false,
    minify: false,
    sourcemap: false,
    rollupOptions: {
      input: { main: 'src/server/main.ts', operator: 'src/server/operator.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: true },
})
