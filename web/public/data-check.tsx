import { BASE } from '#web/base-path.ts'
import { DataCheckPage, tokenAt } from '#web/domains/datacheckpage/DataCheckPage.tsx'
import { DATA_CHECK_HELP } from '#web/domains/help/data-check-help.ts'
import { renderPage } from './render-page.tsx'

renderPage(<DataCheckPage token={tokenAt(location.pathname.replace(BASE, ''))} />, DATA_CHECK_HELP)
