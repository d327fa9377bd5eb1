import cookie from '@fastify/cookie'
import fastify, { LogController } from 'fastify'
import { api } from '#contract/api.ts'
import { absenceRoutes } from './domains/absences/absences.routes.ts'
import { accessPackageRoutes } from './domains/accesspackages/accesspackages.routes.ts'
import { accountRoutes } from './domains/account/account.routes.ts'
import { changelogRoutes } from './domains/changelog/changelog.routes.ts'
import { circularRoutes } from './domains/circulars/circulars.routes.ts'
import { dataCheckRoutes } from './domains/datachecks/datachecks.routes.ts'
import { employeeImportRoutes } from './domains/employeeimports/employeeimports.routes.ts'
import { employeeRoutes } from './domains/employees/employees.routes.ts'
import { familyRoutes } from './domains/families/families.routes.ts'
import { firstStepRoutes } from './domains/firststeps/firststeps.routes.ts'
import { identityProviderRoutes } from './domains/identityproviders/identityproviders.routes.ts'
import { legalRoutes } from './domains/legal/legal.routes.ts'
import { letterTextRoutes } from './domains/lettertexts/lettertexts.routes.ts'
import { mailtestRoutes } from './domains/mailtest/mailtest.routes.ts'
import { mailWordingRoutes } from './domains/mailwordings/mailwordings.routes.ts'
import { outboxRoutes } from './domains/outboxes/outboxes.routes.ts'
import { paperRoutes } from './domains/papers/papers.routes.ts'
import { parentLinkRoutes } from './domains/parentlinks/parentlinks.routes.ts'
import { photoListRoutes } from './domains/photolists/photolists.routes.ts'
import { privacyNoticeRoutes } from './domains/privacynotices/privacynotices.routes.ts'
import { privacyRequestRoutes } from './domains/privacyrequests/privacyrequests.routes.ts'
import { processingRoutes } from './domains/processings/processings.routes.ts'
import { processorRoutes } from './domains/processors/processors.routes.ts'
import { pupilDocumentRoutes } from './domains/pupildocuments/pupildocuments.routes.ts'
import { pupilExportRoutes } from './domains/pupilexports/pupilexports.routes.ts'
import { pupilFigureRoutes } from './domains/pupilfigures/pupilfigures.routes.ts'
import { pupilImportRoutes } from './domains/pupilimports/pupilimports.routes.ts'
import { pupilRoutes } from './domains/pupils/pupils.routes.ts'
import { registrationDocumentRoutes } from './domains/registrationdocuments/registrationdocuments.routes.ts'
import { registrationRoutes } from './domains/registrations/registrations.routes.ts'
import { registrationStatRoutes } from './domains/registrationstats/registrationstats.routes.ts'
import { restrictionRoutes } from './domains/restrictions/restrictions.routes.ts'
import { retentionRoutes } from './domains/retentions/retentions.routes.ts'
import { rolloverRoutes } from './domains/rollovers/rollovers.routes.ts'
import { savedViewRoutes } from './domains/savedviews/savedviews.routes.ts'
import { schoolclassRoutes } from './domains/schoolclasses/schoolclasses.routes.ts'
import { schoolgradeRoutes } from './domains/schoolgrades/schoolgrades.routes.ts'
import { schoolRoutes } from './domains/schools/schools.routes.ts'
import { schoolyearRoutes } from './domains/schoolyears/schoolyears.routes.ts'
import { searchRoutes } from './domains/search/search.routes.ts'
import { sensitiveRoutes } from './domains/sensitive/sensitive.routes.ts'
import { sicknoteFeedRoutes } from './domains/sicknotefeeds/sicknotefeeds.routes.ts'
import { sicknoteRoutes } from './domains/sicknotes/sicknotes.routes.ts'
import { systemStateRoutes } from './domains/systemstates/systemstates.routes.ts'
import { userlogRoutes } from './domains/userlog/userlog.routes.ts'
import { userRoutes } from './domains/users/users.routes.ts'
import { viewlogRoutes } from './domains/viewlogs/viewlogs.routes.ts'
import { waitlistRoutes } from './domains/waitlists/waitlists.routes.ts'
import { unavailable } from './http/api-error.ts'
import { registerCaughtMails } from './http/caught-mails.ts'
import { type Lifecycle, newLifecycle, watchRequests } from './http/drain.ts'
import { answerError, setErrorHandlers } from './http/error-handler.ts'
import { repeatFixedReplies } from './http/fixed-reply.ts'
import { BARE_HEADERS, registerSecurityHeaders } from './http/headers.ts'
import { registerHealth } from './http/health.ts'
import { refuseDeepJson } from './http/json-depth.ts'
import { type LogStream, logOptions } from './http/log.ts'
import { countAnswers, registerMetrics } from './http/metrics-door.ts'
import { registerApiDocs } from './http/openapi.ts'
import type { Platform } from './http/platform.ts'
import { answerPolls } from './http/polled-replies.ts'
import { type Routes, routesFor } from './http/route.ts'
import { registerStaticFiles } from './http/static-files.ts'
import { acceptForms, acceptUploads } from './http/upload-room.ts'
import type { Catcher } from './mail/catcher.ts'
import type { Metrics } from './watch/metrics.ts'

const BODY_LIMIT = 256 * 1024
const KEEP_ALIVE_MS = 65_000

/** A number is the count of proxies in front of the server: the addresses that they report are believed. */
const trustOf = (proxies: boolean | number | string[]) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

interface AppOptions {
  platform: Platform
  lifecycle?: Lifecycle
  logLevel?: string
  logStream?: LogStream
  trustProxy?: boolean | number | string[]
  hasApiDocs?: boolean
  /** Folder of the built web app; without it only the interface is served (tests). */
  webRoot?: string
  /** The demo's caught mails, shown under /demo/mails. */
  catcher?: Catcher
  /** Counts the answers; with `door` they can be read under /metrics by those who know the token. */
  metrics?: { metrics: Metrics; door: string | undefined }
  /** Called for every route that is mounted: a test compares these routes with the contract. */
  onRoute?: (route: { method: string; url: string }) => void
}

/** Every domain binds its endpoints in one function. */
const DOMAINS: readonly ((routes: Routes, platform: Platform) => void)[] = [
  accountRoutes,
  userRoutes,
  employeeRoutes,
  employeeImportRoutes,
  schoolRoutes,
  schoolyearRoutes,
  schoolgradeRoutes,
  registrationRoutes,
  registrationDocumentRoutes,
  registrationStatRoutes,
  waitlistRoutes,
  restrictionRoutes,
  retentionRoutes,
  privacyRequestRoutes,
  pupilExportRoutes,
  pupilFigureRoutes,
  pupilRoutes,
  savedViewRoutes,
  letterTextRoutes,
  photoListRoutes,
  sicknoteRoutes,
  parentLinkRoutes,
  paperRoutes,
  pupilDocumentRoutes,
  familyRoutes,
  sensitiveRoutes,
  searchRoutes,
  pupilImportRoutes,
  schoolclassRoutes,
  sicknoteFeedRoutes,
  absenceRoutes,
  rolloverRoutes,
  changelogRoutes,
  systemStateRoutes,
  userlogRoutes,
  viewlogRoutes,
  legalRoutes,
  privacyNoticeRoutes,
  processingRoutes,
  processorRoutes,
  mailtestRoutes,
  identityProviderRoutes,
  outboxRoutes,
  firstStepRoutes,
  mailWordingRoutes,
  circularRoutes,
  dataCheckRoutes,
  accessPackageRoutes,
]

/** The whole server, not yet listening. */
export async function buildApp(options: AppOptions) {
  const { platform, lifecycle = newLifecycle() } = options
  const app = fastify({
    logger: logOptions(options.logLevel ?? 'silent', options.logStream),
    trustProxy: trustOf(options.trustProxy ?? false),
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: 60_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    connectionTimeout: 60_000,
    // Requests that arrive while the server stops are still answered; /readyz keeps new clients away.
    return503OnClosing: false,
    // Paths that cannot be decoded (%zz) or are far too long are refused before any handler runs.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(BARE_HEADERS)),
    requestIdHeader: false,
    logController: new LogController({ requestIdLogLabel: 'request' }),
    genReqId: () => crypto.randomUUID(),
    // Any text in a parents' link is looked up, so that it is refused like every other wrong link (domain §5.6).
    routerOptions: { maxParamLength: 20_000 },
  })
  app.removeContentTypeParser('text/plain')
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) options.onRoute?.({ method: one, url })
  })
  setErrorHandlers(app, options.webRoot)
  repeatFixedReplies(app)
  answerPolls(app, platform)
  await registerSecurityHeaders(app, platform.appUrl)
  await app.register(cookie)
  refuseDeepJson(app)
  acceptUploads(app)
  acceptForms(app)
  registerHealth(app, platform.pool, lifecycle)
  if (options.metrics) {
    const { metrics, door } = options.metrics
    countAnswers(app, metrics)
    if (door) registerMetrics(app, { metrics, token: door })
  }
  watchRequests(app, lifecycle)
  app.addHook('onRequest', async () => {
    if (platform.pool.waitingCount > platform.maxWaiting) throw unavailable()
  })
  const routes = routesFor(app, platform)
  app.addHook('onClose', () => platform.views.stop())
  app.addHook('onClose', async () => platform.state.stop())
  for (const bind of DOMAINS) bind(routes, platform)
  if (options.hasApiDocs)
    await registerApiDocs(
      app,
      Object.values(api).flatMap((endpoints) => Object.values(endpoints)),
    )
  if (options.catcher) registerCaughtMails(app, options.catcher)
  if (options.webRoot) {
    await registerStaticFiles(app, { root: options.webRoot, isDemo: options.catcher !== undefined })
  }
  return app
}
