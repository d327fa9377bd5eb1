import { BASE } from '#web/base-path.ts'
import { FamilyStatusPage } from '#web/domains/familystatus/FamilyStatusPage.tsx'
import { tokenAt } from '#web/domains/familystatus/family-link.ts'
import { renderPage } from './render-page.tsx'

renderPage(<FamilyStatusPage token={tokenAt(location.pathname.replace(BASE, ''))} />)
