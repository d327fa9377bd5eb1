// Who may import whom. Rules match folder names: a new domain needs no new rule, only its name in the
// list of levels.
// Imports with `../` are refused by Biome, which sees how an import is written.

const tests = '[.](test|e2e)[.]tsx?$'
const testCode = ['^server/test/', '^e2e/', '^bench/', '^scripts/', tests, '[.]test-data[.]ts$']
const testPackages =
  'node_modules/(vitest|fast-check|@playwright|@axe-core|@testing-library|jsdom|autocannon|hoodiecrow-imap)/'
const database = 'node_modules/(@types/)?(pg|pg-pool|kysely)/'
const platform = '^server/(http|db|mail|jobs|documents|backup|watch)/'

/**
 * The domains of the server from the lowest level to the highest. A domain uses only domains of lower levels, so no two
 * of them need each other (ADR 0041).
 */
const levels = [
  ['identityproviders'],
  [
    'account',
    'changelog',
    'firststeps',
    'lettertexts',
    'mailtest',
    'memberships',
    'papers',
    'savedviews',
    'schoolyears',
    'systemstates',
  ],
  ['families', 'registrationstats', 'restrictions', 'schools', 'sensitive'],
  ['legal', 'mailwordings', 'outboxes', 'processors', 'schoolgrades', 'users'],
  ['employees', 'pupils', 'schoolclasses'],
  [
    'circulars',
    'employeeimports',
    'parentlinks',
    'photolists',
    'pupilexports',
    'pupilfigures',
    'pupilimports',
    'registrations',
    'rollovers',
  ],
  ['pupildocuments', 'search', 'sicknotes', 'userlog', 'waitlists'],
  [
    'absences',
    'datachecks',
    'privacynotices',
    'privacyrequests',
    'processings',
    'registrationdocuments',
    'sicknotefeeds',
    'viewlogs',
  ],
  ['retentions'],
  ['accesspackages'],
]
const domains = (names) => `^server/domains/(${names.flat().join('|')})/`

/**
 * Who may call `withRestricted`: what shows a restricted person to heads, what runs at night for everybody, and what counts or
 * keeps keys unique. Every new line here shows restricted people somewhere, so it needs a reason and a look at what it answers.
 */
const seesRestricted = [
  // A head's own page of the person, and setting and lifting.
  '^server/http/restricted-pages[.]ts$',
  '^server/domains/restrictions/',
  // Numbers of pupils, of applications and of what stands in the way of a change; none of them names anybody.
  '^server/domains/pupils/pupils[.]stats[.]queries[.]ts$',
  '^server/domains/pupilfigures/count-pupils[.]ts$',
  '^server/domains/schoolclasses/schoolclasses[.](list|shared|changes|staying[.]shared)[.]queries[.]ts$',
  '^server/domains/schoolgrades/schoolgrades[.]details[.]queries[.]ts$',
  '^server/domains/schoolyears/schoolyears[.](changes|details)[.]queries[.]ts$',
  '^server/domains/registrationstats/registrationstats[.]queries[.]ts$',
  '^server/domains/waitlists/waitlists[.]queries[.]ts$',
  // Ranks of a waiting list stay 1…n, and an account belongs to one person.
  '^server/domains/registrations/registrations[.]waitlist[.]shared[.]queries[.]ts$',
  '^server/domains/waitlists/move-rank[.]ts$',
  '^server/domains/employees/employees[.]queries[.]ts$',
  // A guardian does not go while a restricted child is left.
  '^server/domains/(pupils/pupils|families/families([.]erasure)?)[.]shared[.]queries[.]ts$',
  '^server/domains/families/families[.]queries[.]ts$',
  // Erasure on request is refused while somebody is restricted, so it has to see that; a restricted guardian stays.
  '^server/domains/retentions/on-request/erase-on-request[.]ts$',
  '^server/domains/retentions/repeat-erasures[.]ts$',
  // The turn of the day, and the way back from a year change.
  '^server/domains/rollovers/(turn-day|undo-rollover)[.]ts$',
  // Requests are worked on by heads only, also those of restricted people.
  '^server/domains/privacyrequests/subjects[.]queries[.]ts$',
  // A copy for the person, made by a head.
  '^server/domains/accesspackages/accesspackages[.]routes[.]ts$',
  // Heads alone read who saw whose data, and the name says more than the number that they see anyway.
  '^server/domains/viewlogs/read-views[.]ts$',
  // Whose consent a class D entry needs.
  '^server/domains/sensitive/consents[.]queries[.]ts$',
]

const levelRules = levels.map((level, index) => ({
  name: 'server-domains-have-levels',
  comment: 'A domain uses no other domain of its own level or of a higher one.',
  from: { path: domains(level), pathNot: tests },
  to: { path: domains(levels.slice(index)), pathNot: '^server/domains/$1/' },
}))

const forbidden = [
  { name: 'no-cycle', comment: 'Neither can be understood alone; types count too.', from: {}, to: { circular: true } },
  {
    name: 'no-orphan',
    comment: 'Nobody imports it and it imports nothing.',
    from: { orphan: true, pathNot: [tests, '[.]d[.]ts$'] },
    to: {},
  },
  { name: 'resolvable', comment: 'The import leads nowhere.', from: {}, to: { couldNotResolve: true } },
  {
    name: 'contract-is-a-leaf',
    comment: 'What client and server agree on imports only zod.',
    from: { path: '^contract/', pathNot: tests },
    to: { pathNot: ['^contract/', 'node_modules/zod/'] },
  },
  {
    name: 'contract-tests-stay-there',
    comment: 'Rules are tested without server and web.',
    from: { path: '^contract/' },
    to: { path: '^(server|web|scripts|bench|e2e)/' },
  },
  {
    name: 'server-knows-no-web',
    comment: 'They meet in the contract.',
    from: { path: '^server/' },
    to: { path: '^web/' },
  },
  {
    name: 'web-knows-no-server',
    comment: 'They meet in the contract.',
    from: { path: '^web/' },
    to: { path: '^server/' },
  },
  {
    name: 'platform-knows-no-domain',
    comment: 'http, db, mail, jobs, documents, backup and watch serve every domain alike.',
    from: { path: platform, pathNot: tests },
    to: { path: '^server/(domains/|demo/|app[.]ts|main[.]ts)' },
  },
  {
    name: 'domain-knows-no-composition',
    comment: 'app.ts puts the domains together; the demo uses them.',
    from: { path: '^server/domains/', pathNot: tests },
    to: { path: '^server/(demo/|app[.]ts|main[.]ts)' },
  },
  {
    name: 'server-domains-have-a-face',
    comment: 'A domain uses only *.shared.ts (functions) and *.shared.queries.ts (SQL) of another.',
    from: { path: '^server/domains/([^/]+)/', pathNot: tests },
    to: { path: '^server/domains/', pathNot: ['^server/domains/$1/', '[.]shared([.]queries)?[.]ts$'] },
  },
  ...levelRules,
  {
    name: 'server-domain-without-level',
    comment: 'Its name belongs into the list of levels above.',
    from: { path: '^server/domains/', pathNot: [domains(levels), tests] },
    to: {},
  },
  {
    name: 'web-domains-share-widgets',
    comment: 'A domain uses only *Widget and *Picker of another.',
    from: { path: '^web/domains/([^/]+)/' },
    to: { path: '^web/domains/', pathNot: ['^web/domains/$1/', '(Widget|Picker)[.]tsx$'] },
  },
  {
    name: 'frame-knows-no-domain',
    comment: 'api, shell, forms, lists, imports and ui serve every domain alike.',
    from: { path: '^web/(api|shell|forms|lists|imports|ui)/', pathNot: tests },
    to: { path: '^web/(domains/|public/|visitor/|routes[.]tsx|main[.]tsx|staff-program[.]tsx)' },
  },
  {
    name: 'ui-knows-no-data',
    comment: 'Components of web/ui get all they show as properties.',
    from: { path: '^web/ui/', pathNot: tests },
    to: { path: ['^web/(api|shell|forms|lists|imports)/', 'node_modules/@tanstack/react-query/'] },
  },
  {
    name: 'frame-knows-no-forms',
    comment: 'Forms and lists stand on calls and frame, never the other way round; a list opens no form.',
    from: { path: '^web/(api|shell|lists)/', pathNot: tests },
    to: { path: '^web/forms/' },
  },
  {
    name: 'frame-knows-no-lists',
    comment: 'Forms and lists stand on calls and frame, never the other way round; a form shows no list.',
    from: { path: '^web/(api|shell|forms)/', pathNot: tests },
    to: { path: '^web/lists/' },
  },
  {
    name: 'frame-knows-no-imports',
    comment: 'The import of a list stands on forms and lists, never the other way round.',
    from: { path: '^web/(api|shell|forms|lists)/', pathNot: tests },
    to: { path: '^web/imports/' },
  },
  {
    name: 'public-pages-are-light',
    comment: 'Parents and visitors load neither Mantine nor router nor query cache (ADR 0040).',
    // Visitors' visitor-main.tsx hands over to the staff's program once somebody has logged in.
    from: {
      path: '^web/(public|visitor)/',
      pathNot: [tests, '^web/visitor/visitor-main[.]tsx$', '[.]test-data[.]tsx?$'],
    },
    to: { path: 'node_modules/(@mantine|@tanstack|mantine-datatable)/', reachable: true },
  },
  {
    name: 'sql-in-queries',
    comment: 'Every SQL of a domain stands in its *.queries.ts.',
    from: { path: '^server/', pathNot: ['^server/(db|backup|test)/', '[.]queries[.]ts$', tests] },
    to: { path: database },
  },
  {
    name: 'queries-refuse-nothing',
    comment: 'Queries know no HTTP: they answer what there is, and who calls them refuses.',
    from: { path: '[.]queries[.]ts$' },
    to: { path: '^server/http/' },
  },
  {
    name: 'restricted-rows-have-few-readers',
    comment: 'Only what the list above allows sees people whose processing is restricted (ADR 0042).',
    from: { pathNot: [...seesRestricted, tests, '^server/test/'] },
    to: { path: '^server/db/with-restricted[.]ts$' },
  },
  {
    name: 'no-test-code-in-the-product',
    comment: 'Product code runs without what only tests need.',
    from: { path: '^(contract|server|web)/', pathNot: testCode },
    to: { path: [...testCode, testPackages] },
  },
  {
    name: 'packages-are-declared',
    comment: 'A package that only another one brings may vanish.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
]

module.exports = {
  forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    parser: 'tsc',
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Served as they are, not imported.
    exclude: { path: '^(web/static|dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
}
