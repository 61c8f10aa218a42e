/**
 * The import arrows of the house:
 * domain ← backend ← replica ← features ← app; features also use ui, content and domain; all of them
 * use browser, what the browser itself offers or lacks, which knows none of them; pictures, which makes photos ready,
 * knows browser and domain, and is used by replica, features and app; only the
 * sign-in feature reaches backend; ui imports only ui; a feature never imports another feature;
 * web and server never import each other. No import, of types included, closes a circle.
 *
 * Between the server's rooms: `serverRooms` below.
 *
 * Inside the replica: mutations ← memory ← disk and questions; disk ← store ← outbox, pull, drafts and pictures, which do not
 * know each other ← the files at its top. The rest of the app imports the top, the state and the questions.
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

/**
 * The server's rooms, each with the rooms that it may import. The files at the top of `src/server` put them together;
 * of these a room imports only `sharedFiles`.
 */
const serverRooms = {
  settings: [],
  guard: [],
  tls: ['settings'],
  static: ['guard'],
  database: ['settings'],
  accounts: ['settings', 'database'],
  'sign-in': ['guard', 'database', 'accounts'],
  api: ['settings', 'guard', 'database', 'accounts', 'sign-in'],
  realtime: ['settings', 'guard', 'database', 'accounts'],
  push: ['settings', 'guard', 'database', 'accounts'],
  backup: ['settings', 'database'],
  upkeep: ['settings', 'database', 'backup'],
  operator: ['settings', 'database', 'accounts', 'backup', 'tls'],
}
const sharedFiles = ['error-code', 'log', 'with-timeout']

const serverRules = [
  ...Object.entries(serverRooms).map(([name, allowed]) => ({
    name: `server-${name}-knows-${allowed.join('-') || 'no-room'}`,
    severity: 'error',
    from: { path: `^src/server/${name}/`, pathNot: '[.]test[.]ts$' },
    to: {
      path: '^src/server/[^/]+/',
      pathNot: [name, ...allowed].map((allowedRoom) => `^src/server/${allowedRoom}/`),
    },
  })),
  {
    name: 'each-server-room-has-a-rule',
    severity: 'error',
    from: {
      path: '^src/server/[^/]+/',
      pathNot: Object.keys(serverRooms).map((name) => `^src/server/${name}/`),
    },
    to: { path: '^src/server/' },
  },
  {
    name: 'server-rooms-know-shared-files',
    severity: 'error',
    from: { path: '^src/server/[^/]+/', pathNot: '[.]test[.]ts$' },
    to: { path: '^src/server/[^/]+[.]ts$', pathNot: `/(${sharedFiles.join('|')})[.]ts$` },
  },
  {
    name: 'shared-files-know-each-other',
    severity: 'error',
    from: { path: `^src/server/(${sharedFiles.join('|')})[.]ts$` },
    to: { path: '^src/', pathNot: `^src/server/(${sharedFiles.join('|')})[.]ts$` },
  },
]

const belowReplica = ['web/backend', 'web/browser', 'web/pictures', 'domain']

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
    onlyImports('pictures-know-browser-and-domain', 'web/pictures', ['web/browser', 'domain']),
    onlyImports('backend-knows-browser-and-domain', 'web/backend', ['web/browser', 'domain']),
    onlyImports('replica-knows-backend-browser-and-domain', 'web/replica', belowReplica),
    onlyImports('mutations-know-backend', 'web/replica/mutations', belowReplica),
    onlyImports('memory-knows-mutations', 'web/replica/memory', [
      ...belowReplica,
      'web/replica/mutations',
    ]),
    ...['disk', 'questions'].map((name) =>
      onlyImports(`${name}-knows-memory-and-mutations`, `web/replica/${name}`, [
        ...belowReplica,
        'web/replica/mutations',
        'web/replica/memory',
      ]),
    ),
    onlyImports('store-knows-disk-and-memory', 'web/replica/store', [
      ...belowReplica,
      'web/replica/mutations',
      'web/replica/memory',
      'web/replica/disk',
    ]),
    ...['outbox', 'pull', 'drafts', 'pictures'].map((name) =>
      onlyImports(`${name}-knows-store`, `web/replica/${name}`, [
        ...belowReplica,
        'web/replica/mutations',
        'web/replica/memory',
        'web/replica/disk',
        'web/replica/store',
      ]),
    ),
    {
      name: 'replica-has-one-door',
      severity: 'error',
      from: { path: '^src/web/(app|features)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/web/replica/(?!memory/|questions/)[^/]+/' },
    },
    onlyImports('ui-knows-ui', 'web/ui', []),
    onlyImports(
      'features-know-replica-ui-content-domain',
      'web/features',
      ['web/replica', 'web/browser', 'web/pictures', 'web/ui', 'content', 'domain'],
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
    ...serverRules,
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
      name: 'only-the-disk-knows-idb',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/web/replica/disk/', '[.]test[.]ts$', '/test-[a-z]+[.]ts$'],
      },
      to: { path: 'node_modules/idb/' },
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
