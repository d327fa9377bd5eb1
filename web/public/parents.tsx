import { BASE } from '#web/base-path.ts'
import { SICKNOTE_HELP } from '#web/domains/help/sicknote-help.ts'
import { ParentsPage } from '#web/domains/parentspage/ParentsPage.tsx'
import { linkAt } from '#web/domains/parentspage/parents-link.ts'
import { renderPage } from './render-page.tsx'

// Domain §5.6.
document.body.classList.add('publicPupilPage')

renderPage(<ParentsPage uuids={linkAt(location.pathname.replace(BASE, ''), location.hash)} />, SICKNOTE_HELP)
