import { expect, test } from '@playwright/test'
import { absentNames, enterNote, openAbsences, openFive } from './own-absences.ts'
import { notice } from './staff-calls.ts'

test('many are deleted only when asked, and each can be restored long after', async ({ page, browser }) => {
  const { ids } = await openFive(browser, page)
  const days = ['2026-11-23', '2026-11-24', '2026-11-25']
  for (const id of Object.values(ids)) for (const day of days) await enterNote(page, id, { dateStart: day })
  await openAbsences(page, '?tab=weitere')
  await expect(absentNames(page, 'Weitere')).toHaveCount(15)
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  const remove = page.getByRole('region', { name: 'Auswahl' }).getByRole('button', { name: 'Löschen' })
  const question = page.getByRole('dialog', { name: '15 Meldungen löschen?' })
  await remove.click()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).toHaveCount(0)
  await expect(absentNames(page, 'Weitere')).toHaveCount(15)
  await remove.click()
  await question.getByRole('button', { name: 'Löschen' }).click()
  await expect(notice(page, '15 Meldungen gelöscht.')).toBeVisible()
  await expect(absentNames(page, 'Weitere')).toHaveCount(0)

  await page.goto(`/app/admin/schueler/${ids.Bode}`)
  const restore = page.getByRole('button', { name: 'Wiederherstellen: 24.11.2026' })
  await restore.click()
  await expect(notice(page, 'Die Meldung für Ida Bode ist wieder da.')).toBeVisible()
  await expect(restore).toHaveCount(0)
  await openAbsences(page, '?tab=weitere')
  await expect(absentNames(page, 'Weitere')).toHaveText(['Bode, Ida'])
})
