/**
 * The import arrows of the house:
 * domain ← backend ← replica ← features ← app; features also use ui, content and domain; all of them
 * use browser, what the browser itself offers or lacks, which knows none of them; only the
 * sign-in feature reaches backend; ui imports only ui; a feature never imports another feature;
 * web and server never import each other. No import, of types included, closes a circle.
 *
 * Inside the replica: mutations ← copy ← queries, outbox and pull, which do not know each other; search
 * knows queries ← the files at its top, which are all that the rest of the app imports.
 */
const room = (path) => ({ path: `^src/${path}/` })

/** One rule: files of `from` may import project files only from `allowed` rooms (and their own). */
function onlyImports(name, from, allowed, fromNot) {
  return {
    name,
    severity: 'error',
    from: { path: `^src/${from}/`, pathNot: ['[.]test[.]tsx?$', ...(fromNot ?? [])] },
    to: { path: '^src/', pathNot: [from, ...allowed].map((allowedRoom) => `^src/${allowedRoom}/`) },
  }
}

const belowReplica = ['web/backend', 'web/browser', 'domain']

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|[?]worker&url$' },
    },
    onlyImports('domain-stands-alone', 'domain', []),
    onlyImports('content-knows-domain', 'content', ['domain']),
    onlyImports('browser-stands-alone', 'web/browser', []),
    onlyImports('backend-knows-browser-and-domain', 'web/backend', ['web/browser', 'domain']),
    onlyImports('replica-knows-backend-browser-and-domain', 'web/replica', belowReplica),
    onlyImports('mutations-know-backend', 'web/replica/mutations', belowReplica),
    onlyImports('copy-knows-mutations', 'web/replica/copy', [
      ...belowReplica,
      'web/replica/mutations',
    ]),
    ...['queries', 'outbox', 'pull'].map((name) =>
      onlyImports(`${name}-knows-copy-and-mutations`, `web/replica/${name}`, [
        ...belowReplica,
        'web/replica/mutations',
        'web/replica/copy',
      ]),
    ),
    onlyImports('search-knows-queries', 'web/replica/search', [
      ...belowReplica,
      'web/replica/mutations',
      'web/replica/copy',
      'web/replica/queries',
    ]),
    {
      name: 'replica-has-one-door',
      severity: 'error',
      from: { path: '^src/web/(app|features)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/web/replica/[^/]+/' },
    },
    onlyImports('ui-knows-ui', 'web/ui', []),
    onlyImports(
      'features-know-replica-ui-content-domain',
      'web/features',
      ['web/replica', 'web/browser', 'web/ui', 'content', 'domain'],
      ['^src/web/features/sign-in/'],
    ),
    onlyImports('sign-in-also-knows-backend', 'web/features/sign-in', [
      'web/backend',
      'web/browser',
      'web/replica',
      'web/ui',
      'content',
      'domain',
    ]),
    onlyImports('app-stays-in-web', 'web/app', ['web', 'content', 'domain']),
    onlyImports('server-knows-domain', 'server', ['domain']),
    {
      name: 'no-feature-imports-another',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'only-backend-knows-the-supabase-client',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '^src/web/backend/' },
      to: { path: '@supabase/' },
    },
    {
      name: 'only-replica-knows-dexie',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '^src/web/replica/' },
      to: { path: 'node_modules/dexie' },
    },
    {
      name: 'domain-has-no-io',
      severity: 'error',
      from: { ...room('domain'), pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
