import { paths } from './paths.ts'
import { type PageRoute, pageIn } from './shell/page-route.ts'

const openHelp = () => import('./domains/help/help-pages.ts')
const openLegal = () => import('./domains/legal/LegalPage.tsx')

/** Everybody may read these pages, with and without an account. */
const textRoute = (path: string, title: string, page: PageRoute['page']): PageRoute => ({
  path,
  title,
  access: 'public',
  page,
})

/** Pages that people only read: the handbook, the legal texts and the licences. */
export const textRoutes: readonly PageRoute[] = [
  textRoute(paths.help, 'Hilfe', () => openHelp().then(({ helpPages }) => helpPages.contents)),
  textRoute(paths.handbook, 'Handbuch', () => openHelp().then(({ helpPages }) => helpPages.everything)),
  textRoute(paths.helpChapter('$kapitel'), 'Hilfe', () => openHelp().then(({ helpPages }) => helpPages.chapter)),
  textRoute(paths.legalNotice, 'Impressum', () => openLegal().then(({ legalPages }) => legalPages.impressum)),
  textRoute(paths.dataPrivacyNotice, 'Datenschutz', () => openLegal().then(({ legalPages }) => legalPages.datenschutz)),
  textRoute(paths.accessibility, 'Barrierefreiheit', () =>
    openLegal().then(({ legalPages }) => legalPages.barrierefreiheit),
  ),
  textRoute(
    paths.licences,
    'Lizenzen',
    pageIn(() => import('./domains/licences/LicencesPage.tsx'), 'LicencesPage'),
  ),
]
