import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { bookPage } from './scripts/vite/book-page.mjs'
import { chunks } from './scripts/vite/chunks.mjs'
import { compress } from './scripts/vite/compress.mjs'
import { firstPaint } from './scripts/vite/first-paint.mjs'
import { fonts } from './scripts/vite/fonts.mjs'

/**
 * The build of the browser's part into `dist/`. The icon, name and colours of the installed app
 * stand in `public/manifest.webmanifest`, because the build adds nothing to them.
 */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    fonts(),
    bookPage(),
    compress(),
    firstPaint(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/web/app',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // The page itself is served with the journal's settings inlined, so the worker fetches
        // it from the server instead of taking the build's copy.
        globPatterns: ['**/*.{js,css,woff2,svg,png,webmanifest}'],
        // Only the browser's own dialog shows them, before the app is installed.
        globIgnores: ['screenshots/**', '**/node_modules/**'],
      },
    }),
  ],
  // A worker takes its Content-Security-Policy from its own file, unlike the app's other scripts.
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } },
  },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'firefox121', 'safari16.4'],
    // A data: URL for a small font or picture would need a hole in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A sheet of its own for each lazy part holds that part up; together they are 2 kB.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
})
