import { BASE } from '#web/base-path.ts'
import { FamilyStatusPage, tokenAt } from '#web/domains/familystatus/FamilyStatusPage.tsx'
import { STATUS_HELP } from '#web/domains/help/status-help.ts'
import { renderPage } from './render-page.tsx'

renderPage(<FamilyStatusPage token={tokenAt(location.pathname.replace(BASE, ''))} />, STATUS_HELP)
