import { expect, type Page } from '@playwright/test'
import { enrol, makeClass, makeEmployee } from './own-class.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs } from './staff-calls.ts'
import { test } from './test.ts'

const LABELS = { pupil_plural: 'Lernende', guardian: 'Erziehungsberechtigte', class_teacher: 'Lerngruppenleitung' }

const putLabels = async (page: Page, schoolId: number) => {
  const body = { key: 'SCHOOL_LABELS', value: LABELS }
  const reply = await askAs(page, { method: 'PUT', path: `/api/admin/school/${schoolId}/settings`, body })
  expect(reply.ok(), await reply.text()).toBe(true)
}

const lead = async (page: Page, id: number) => {
  const employee = await makeEmployee(page, 'Änne', 'Ziegler')
  const body = { responsible_teachers: [employee] }
  const reply = await askAs(page, { method: 'PUT', path: `/api/admin/schoolclass/${id}`, body })
  expect(reply.ok(), await reply.text()).toBe(true)
}

test('what a school calls pupils, guardians and class teachers stands on its pages', async ({ page, browser }) => {
  const school = await openOwnSchool(browser, page)
  const id = await makeClass(page, { grade: 2, description: 'a' })
  await lead(page, id)
  const pupilId = await enrol(page, { firstname: 'Ida', lastname: 'Ahrens' }, id)

  await page.goto(`/app/admin/klasse/${id}`)
  const head = page.getByRole('region', { name: 'Zur Klasse' })
  await expect(head.getByText('Klassenleitung')).toBeVisible()
  await putLabels(page, school.id)
  await page.reload()
  await expect(head.getByText('Lerngruppenleitung')).toBeVisible()
  await expect(head.getByText('Lernende')).toBeVisible()
  await expect(head.getByText('Klassenleitung')).toHaveCount(0)
  await page.keyboard.press('e')
  await expect(page.getByRole('combobox', { name: 'Lerngruppenleitung (optional)' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`/app/admin/klasse/${id}?liste=telefon`)
  const list = page.getByRole('table', { name: 'Telefonliste 2a' })
  await expect(list.getByRole('columnheader', { name: 'Erziehungsberechtigte' })).toBeVisible()
  await expect(list.getByText('Lerngruppenleitung: Änne Ziegler')).toBeAttached()
  await page.goto('/app/admin/klassen')
  await expect(page.getByRole('columnheader', { name: 'Lerngruppenleitung' })).toBeVisible()
  await page.goto(`/app/admin/schueler/${pupilId}`)
  await expect(page.getByRole('heading', { name: 'Erziehungsberechtigte & Kontakte' })).toBeVisible()
  await page.goto('/app/')
  await expect(page.getByRole('region', { name: 'Lernende' }).getByText('Kinder gesamt')).toBeVisible()
  // Fixed by the spec.
  await page.goto('/app/profile')
  await expect(page.getByRole('heading', { name: 'Klassenzuordnung', exact: true })).toBeVisible()
})
