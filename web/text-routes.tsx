import { paths } from './paths.ts'
import { type PageRoute, pageIn } from './shell/page-route.ts'

/** Pages that people only read: the handbook and the legal texts. */
export const textRoutes: readonly PageRoute[] = [
  {
    path: paths.help,
    title: 'Hilfe',
    access: 'public',
    page: pageIn(() => import('./domains/help/HelpPage.tsx'), 'HelpPage', 'loadHelp'),
  },
  {
    path: paths.handbook,
    title: 'Handbuch',
    access: 'public',
    page: pageIn(() => import('./domains/help/HandbookPage.tsx'), 'HandbookPage'),
  },
  {
    path: paths.helpChapter('$kapitel'),
    title: 'Hilfe',
    access: 'public',
    page: pageIn(() => import('./domains/help/HelpChapterPage.tsx'), 'HelpChapterPage', 'loadHelpChapter'),
  },
  {
    path: paths.legalNotice,
    title: 'Impressum',
    access: 'public',
    page: () => import('./domains/legal/LegalPage.tsx').then(({ legalPages }) => legalPages.impressum),
  },
  {
    path: paths.dataPrivacyNotice,
    title: 'Datenschutz',
    access: 'public',
    page: () => import('./domains/legal/LegalPage.tsx').then(({ legalPages }) => legalPages.datenschutz),
  },
  {
    path: paths.accessibility,
    title: 'Barrierefreiheit',
    access: 'public',
    page: () => import('./domains/legal/LegalPage.tsx').then(({ legalPages }) => legalPages.barrierefreiheit),
  },
]
