import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { openColleague, openFive, reportAsParent } from './own-absences.ts'
import { notice } from './staff-calls.ts'

const mark = (page: Page, lastname: string) => page.getByRole('button', { name: `Fehlt? Ida ${lastname}` })
const calls = (page: Page) => page.getByRole('link', { name: /0152 28817386/ })

test('a teacher marks who is missing in the class, calls, and a report of the parents explains it @phone', async ({
  page,
  browser,
}) => {
  const { ids, classId } = await openFive(browser, page)
  const teacher = await openColleague(browser, page, { role: 'teacher_level_1', classId, isPhone: true })
  await teacher.goto(`/app/admin/klasse/${classId}`)
  await mark(teacher, 'Ahrens').click()
  const told = notice(teacher, 'Ida Ahrens fehlt heute unentschuldigt.')
  await expect(told).toBeVisible()
  await expect(calls(teacher).first()).toHaveAttribute('href', 'tel:+4915228817386')
  await expect(mark(teacher, 'Ahrens')).toHaveCount(0)
  await expectSound(teacher, 'Fehlt')
  await told.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(mark(teacher, 'Ahrens')).toBeVisible()
  await expect(calls(teacher)).toHaveCount(0)

  await mark(teacher, 'Bode').click()
  await expect(mark(teacher, 'Bode')).toHaveCount(0)
  await reportAsParent(page, ids.Bode)
  await teacher.reload()
  await expect(teacher.getByText('abgemeldet heute')).toBeVisible()
  await expect(calls(teacher)).toHaveCount(0)
  await expect(mark(teacher, 'Bode')).toHaveCount(0)
  await teacher.context().close()
})
