import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { storedYear } from './open-year.ts'
import { makeClass } from './own-class.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, heldNotice, notice, openAs, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const NOTES = '/api/admin/pupilSickNotes'

interface NewNote {
  dateStart: string
  dateEnd?: string
  reason?: string
  source?: string
  partial?: boolean
  lessons?: number[]
}

const report = async (page: Page, pupil: number, notes: readonly NewNote[]) => {
  for (const note of notes) {
    const reply = await askAs(page, { method: 'POST', path: NOTES, body: { pupil_ids: [pupil], ...note } })
    expect(reply.status(), await reply.text()).toBe(201)
  }
}

/** A class of grade 2 in a separate school, with two children since August. */
const makeFamilyClass = async (page: Page) => {
  const lastname = uniqueName('Fehl')
  const classId = await makeClass(page, { grade: 2, description: 'w' })
  const of = { lastname, isOld: true, schoolclassId: classId }
  const [ada = 0, ben = 0] = await addPupils(page, [
    { firstname: 'Ada', ...of },
    { firstname: 'Ben', ...of },
  ])
  return { lastname, classId, ada, ben }
}

const absences = (page: Page) => page.getByRole('region', { name: 'Abwesenheit' })

/** Lets the first half-year of the journey's school end a week ago. */
const endHalf = async (page: Page) => {
  const { id } = await storedYear(page, '2026/2027')
  const body = { half_year_end: '2026-11-13' }
  const reply = await askAs(page, { method: 'PUT', path: `/api/admin/schoolyear/${id}`, body })
  expect(reply.ok(), await reply.text()).toBe(true)
}

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1366, height: 768 }

test('the pupil page shows what was missed, takes the next call and prints counts without reasons', async ({
  page,
  browser,
}) => {
  test.slow()
  await openOwnSchool(browser, page)
  const { ada, lastname } = await makeFamilyClass(page)
  await report(page, ada, [
    { dateStart: '2026-11-02', dateEnd: '2026-11-04' },
    { dateStart: '2026-11-04', dateEnd: '2026-11-05', reason: 'unexplained' },
    { dateStart: '2026-11-10', partial: true, lessons: [1, 2], reason: 'doctor' },
    { dateStart: '2026-11-11', reason: 'school_event' },
    { dateStart: '2026-11-20', partial: true, lessons: [6], reason: 'doctor' },
  ])
  await page.goto(`/app/admin/schueler/${ada}`)
  await expect(page.getByText('heute 6. Stunde abgemeldet')).toBeVisible()
  const summary = '4 Fehltage: 1 unentschuldigt, 3 offen · 3 Stunden, offen'
  await expect(absences(page).getByText(summary, { exact: true })).toBeVisible()
  await absences(page).getByText('Kalender, Wochentage und 5 Meldungen').click()
  await expect(absences(page).getByRole('img', { name: `1. Halbjahr: ${summary}` })).toBeVisible()
  const days = absences(page).getByRole('table', { name: 'Fehltage im 1. Halbjahr' })
  await expect(days.getByRole('row', { name: '04.11.2026 offen' })).toBeAttached()
  await expect(days.getByRole('row', { name: '10.11.2026 offen, nur 2 Stunden' })).toBeAttached()
  await expect(days.getByRole('row', { name: '11.11.2026 zählt nicht' })).toBeAttached()
  await expect(absences(page).getByText('Mittwoch: 1 Tag')).toBeAttached()
  await expectSound(page, 'the absences of a child')
  await test.step('the year of a child fits a phone', async () => {
    await page.setViewportSize(PHONE)
    await expect(absences(page).getByText(summary, { exact: true })).toBeVisible()
    await expect.poll(() => sidewaysPixels(page)).toBe(0)
    await page.setViewportSize(DESK)
  })

  await test.step('on paper there are counts and the year, and no reasons', async () => {
    await expect(absences(page).getByText('3 Schultage, krank')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(absences(page).getByText(summary, { exact: true })).toBeVisible()
    await expect(absences(page).getByText('3 Schultage, krank')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Krankmelden' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await absences(page).getByRole('button', { name: 'Aktionen: 02.11.2026 – 04.11.2026' }).click()
  await page.getByRole('menuitem', { name: 'Als entschuldigt markieren' }).click()
  await expect(absences(page).getByText('4 Fehltage: 3 entschuldigt, 1 unentschuldigt', { exact: false })).toBeVisible()

  await page.getByRole('button', { name: 'Krankmelden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Krankmeldung erfassen' })
  await expect(
    dialog
      .getByText(`Ada ${lastname}`)
      .or(dialog.getByText(`${lastname}, Ada`))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the report of a class is kept when the half-year is over, and freed again', async ({ page, browser }) => {
  test.slow()
  await openOwnSchool(browser, page)
  const { ada, ben, classId, lastname } = await makeFamilyClass(page)
  await report(page, ada, [
    { dateStart: '2026-11-02', dateEnd: '2026-11-04' },
    { dateStart: '2026-11-10', partial: true, lessons: [5], reason: 'doctor' },
  ])
  await page.goto(`/app/admin/klasse/${classId}`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Fehlzeiten' }).click()
  await expect(title(page)).toHaveText(/^Fehlzeiten/)
  await expect(page.getByText('Vorläufig. Ab 30.01.2027 können Sie die Zahlen festschreiben.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Festschreiben' })).toHaveCount(0)
  const rowOf = (firstname: string) => page.getByRole('row', { name: `${lastname}, ${firstname}` })
  await test.step('a child that missed nothing has an empty year', async () => {
    await rowOf('Ben').getByRole('link').click()
    await expect(absences(page).getByText('Keine Meldungen in diesem Schuljahr.')).toBeVisible()
    await expect(absences(page).getByText('keine Fehltage')).toHaveCount(1)
    await page.goBack()
    await expect(title(page)).toHaveText(/^Fehlzeiten/)
  })
  await expect(rowOf('Ada').getByRole('cell').nth(2)).toHaveText('3')
  // The total, of which there is one kind here.
  await expect(rowOf('Ada').getByRole('cell').nth(3)).toHaveText('3')
  await expectSound(page, 'the report of a class')
  await test.step('a phone gets one line for each child', async () => {
    await page.setViewportSize(PHONE)
    await expect(rowOf('Ada').getByText('3 Fehltage, offen · 1 Stunde, offen', { exact: true })).toBeVisible()
    await expectSound(page, 'the report of a class on a phone')
    await page.getByRole('button', { name: '2. Halbjahr' }).click()
    await expect(page).toHaveURL(/halbjahr=2/)
    await expect(page.getByText('keine Fehltage').first()).toBeVisible()
    await page.setViewportSize(DESK)
    await page.getByRole('button', { name: '1. Halbjahr' }).click()
    await expect(page).toHaveURL(/halbjahr=1/)
  })

  await endHalf(page)
  await page.goto(`/app/admin/fehlzeiten?klasse=${classId}`)
  // The first half-year is over: the page begins with the second.
  await expect(page.getByRole('button', { name: '2. Halbjahr' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '1. Halbjahr' }).click()
  await page.getByRole('button', { name: 'Festschreiben' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question.getByText(/Bei 1 Kind ist noch nicht alles entschuldigt/)).toBeVisible()
  await question.getByRole('button', { name: 'Festschreiben' }).click()
  await expect(notice(page, 'Die Fehlzeiten sind festgeschrieben.')).toBeVisible()
  await expect(page.getByText(/Schultage\. Festgeschrieben\.$/)).toBeVisible()
  // Taking it back removes only its own count: that of the child that joined later, not those of the others.
  await addPupils(page, [{ firstname: 'Cem', lastname, isOld: true, schoolclassId: classId }])
  await page.reload()
  await expect(page.getByText('Erst 2 von 3 Kindern sind festgeschrieben.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Festschreiben' }).click()
  await question.getByRole('button', { name: 'Festschreiben' }).click()
  await expect(page.getByText(/Schultage\. Festgeschrieben\.$/)).toBeVisible()
  await (await heldNotice(page, 'Die Fehlzeiten sind festgeschrieben.'))
    .getByRole('button', { name: 'Rückgängig' })
    .click()
  await expect(page.getByText('Erst 2 von 3 Kindern sind festgeschrieben.', { exact: false })).toBeVisible()

  await report(page, ben, [{ dateStart: '2026-11-05', source: 'phone' }])
  await page.reload()
  await expect(rowOf('Ben').getByText('heute gezählt: 1 Fehltag, offen')).toBeVisible()
  await expect(rowOf('Ben').getByRole('cell').nth(2)).toHaveText('–')

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportieren' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await file).suggestedFilename()).toBe('Fehlzeiten-2w-2026-2027-1.csv')

  await page.getByRole('button', { name: 'Wieder freigeben' }).click()
  await question.getByRole('button', { name: 'Freigeben' }).click()
  await expect(rowOf('Ben').getByRole('cell').nth(2)).toHaveText('1')
  await page.emulateMedia({ media: 'print' })
  await expect(title(page)).toHaveText('Fehlzeiten 2w, 1. Halbjahr')
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden()
})

test('a teacher sees the absences of the own class, and takes no file of them away', async ({ browser }) => {
  const teacher = await openAs(browser, 'lehrer.fsw')
  await teacher.goto('/app/admin/fehlzeiten')
  await expect(teacher.getByRole('row').nth(2)).toBeVisible()
  await expect(teacher.getByRole('button', { name: 'Exportieren' })).toHaveCount(0)
  await teacher.context().close()
})
