import { paths } from './paths.ts'
import { type PageRoute, pageIn } from './shell/page-route.ts'

const openHelp = () => import('./domains/help/help-pages.ts')
const openLegal = () => import('./domains/legal/LegalPage.tsx')

/** Pages that people only read: the handbook and the legal texts. */
export const textRoutes: readonly PageRoute[] = [
  {
    path: paths.help,
    title: 'Hilfe',
    access: 'public',
    page: () => openHelp().then(({ helpPages }) => helpPages.contents),
  },
  {
    path: paths.handbook,
    title: 'Handbuch',
    access: 'public',
    page: () => openHelp().then(({ helpPages }) => helpPages.everything),
  },
  {
    path: paths.helpChapter('$kapitel'),
    title: 'Hilfe',
    access: 'public',
    page: () => openHelp().then(({ helpPages }) => helpPages.chapter),
  },
  {
    path: paths.legalNotice,
    title: 'Impressum',
    access: 'public',
    page: () => openLegal().then(({ legalPages }) => legalPages.impressum),
  },
  {
    path: paths.dataPrivacyNotice,
    title: 'Datenschutz',
    access: 'public',
    page: () => openLegal().then(({ legalPages }) => legalPages.datenschutz),
  },
  {
    path: paths.accessibility,
    title: 'Barrierefreiheit',
    access: 'public',
    page: () => openLegal().then(({ legalPages }) => legalPages.barrierefreiheit),
  },
  {
    path: paths.licences,
    title: 'Lizenzen',
    access: 'public',
    page: pageIn(() => import('./domains/licences/LicencesPage.tsx'), 'LicencesPage'),
  },
]
