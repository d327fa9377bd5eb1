import { paths } from './paths.ts'
import { ofSchool, type PageRoute, pageIn } from './shell/page-route.ts'

/** Mails of the school: to many (ADR 0061), and what became of each. */
export const mailRoutes: readonly PageRoute[] = [
  {
    ...ofSchool('manage pupil'),
    path: paths.circulars,
    title: 'Rundmails',
    page: pageIn(() => import('./domains/circulars/CircularsPage.tsx'), 'CircularsPage'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.newCircular,
    title: 'Rundmail schreiben',
    page: pageIn(() => import('./domains/circulars/NewCircularPage.tsx'), 'NewCircularPage'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.circular('$id'),
    title: 'Rundmail',
    page: pageIn(() => import('./domains/circulars/CircularPage.tsx'), 'CircularPage', 'loadCircular'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.outbox,
    title: 'Postausgang',
    page: pageIn(() => import('./domains/outboxes/OutboxPage.tsx'), 'OutboxPage'),
  },
]
