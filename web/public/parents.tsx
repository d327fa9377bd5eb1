import { BASE } from '#web/base-path.ts'
import { SICKNOTE_HELP } from '#web/domains/help/sicknote-help.ts'
import { ParentsPage } from '#web/domains/parentspage/ParentsPage.tsx'
import { isWithoutLink, linkAt } from '#web/domains/parentspage/parents-link.ts'
import { renderPage } from './render-page.tsx'

// Domain §5.6.
document.body.classList.add('publicPupilPage')

const path = location.pathname.replace(BASE, '')

renderPage(<ParentsPage uuids={linkAt(path, location.hash)} hasLink={!isWithoutLink(path)} />, SICKNOTE_HELP)
