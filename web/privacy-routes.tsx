import { paths } from './paths.ts'
import { ofSchool, type PageRoute, pageIn } from './shell/page-route.ts'

/** The pages of the menu's group „Datenschutz“. */
export const privacyRoutes: readonly PageRoute[] = [
  {
    ...ofSchool('manage pupil application', 'manage pupil', 'manage employee'),
    path: paths.retentionPreview,
    title: 'Löschvorschau',
    page: pageIn(() => import('./domains/retentions/RetentionPreviewPage.tsx'), 'RetentionPreviewPage'),
  },
  {
    ...ofSchool('manage schoolyear'),
    path: paths.erasureProofs,
    title: 'Löschnachweise',
    page: pageIn(() => import('./domains/retentions/ErasureProofsPage.tsx'), 'ErasureProofsPage', 'loadErasureProofs'),
  },
  {
    ...ofSchool('export personal data'),
    path: paths.privacyNotices,
    title: 'Datenschutzhinweise',
    page: pageIn(
      () => import('./domains/privacynotices/PrivacyNoticesPage.tsx'),
      'PrivacyNoticesPage',
      'loadPrivacyNotices',
    ),
  },
  {
    ...ofSchool('export personal data'),
    path: paths.processings,
    title: 'Verzeichnis der Verarbeitungstätigkeiten',
    page: pageIn(() => import('./domains/processings/ProcessingsPage.tsx'), 'ProcessingsPage', 'loadProcessings'),
  },
  {
    ...ofSchool('export personal data'),
    path: paths.processors,
    title: 'Auftragsverarbeitung',
    page: pageIn(() => import('./domains/processors/ProcessorsPage.tsx'), 'ProcessorsPage', 'loadProcessors'),
  },
  {
    ...ofSchool('view pupil sensitive'),
    path: paths.privacyRequests,
    title: 'Anfragen zum Datenschutz',
    page: pageIn(() => import('./domains/privacyrequests/PrivacyRequestsPage.tsx'), 'PrivacyRequestsPage'),
  },
  {
    ...ofSchool('view pupil sensitive'),
    path: paths.privacyRequest('$id'),
    title: 'Anfrage zum Datenschutz',
    page: pageIn(
      () => import('./domains/privacyrequests/PrivacyRequestPage.tsx'),
      'PrivacyRequestPage',
      'loadPrivacyRequest',
    ),
  },
  {
    ...ofSchool('view pupil sensitive'),
    path: paths.restrictions,
    title: 'Einschränkungen',
    page: pageIn(() => import('./domains/restrictions/RestrictionsPage.tsx'), 'RestrictionsPage', 'loadRestrictions'),
  },
]
