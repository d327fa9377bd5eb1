import { expect, type Page } from '@playwright/test'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { card, mailedLink, typeLogin } from './own-account.ts'
import { makeClass } from './own-class.ts'
import { makeOwnEmployee, openEmployee, uniqueShort } from './own-employee.ts'
import { openOwnSchool } from './own-school.ts'
import { heldNotice, notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const PAGE = '/app/admin/mitarbeiter'
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true })

const openList = async (page: Page, search = '') => {
  await page.goto(search ? `${PAGE}?${new URLSearchParams({ search })}` : PAGE)
  await expect(title(page)).toContainText('Mitarbeitende')
}

test('somebody new is entered by keys alone, invited, sets a password and is in', async ({ page, browser }) => {
  const lastname = uniqueName('Neumann')
  const mail = `${uniqueName('neu-')}@example.org`
  await signIn(page, 'leitung.fsw')
  await openList(page)
  await page.keyboard.press('n')
  await expect(field(page, 'Vorname')).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type(lastname)
  await page.keyboard.press('Tab')
  await page.keyboard.type(uniqueShort())
  await stepTo(page, field(page, 'E-Mail (optional)'))
  await page.keyboard.type(mail)
  await stepTo(page, field(page, 'Eintritt (optional)'))
  await page.keyboard.type('1.8.2026')
  await page.keyboard.press('Enter')
  const added = notice(page, 'Der Eintrag ist angelegt.')
  await expect(added).toBeVisible()
  await expect(row(page, lastname)).toContainText('kein Login')
  await page.keyboard.press('/')
  await page.keyboard.type(lastname)
  await expect(title(page)).toHaveText('Mitarbeitende 1')
  await stepToAndPress(page, row(page, lastname).getByRole('link', { name: `${lastname}, Ada` }))
  await expect(title(page)).toHaveText(`Ada ${lastname}`)
  await expect(card(page, 'Beschäftigung')).toContainText('01.08.2026')

  await stepToAndPress(page, page.getByRole('button', { name: 'Konto anlegen und einladen' }))
  const invitation = dialog(page, 'Konto anlegen und einladen')
  await expect(invitation).toContainText(mail)
  await expect(invitation.getByRole('radio', { name: 'Lehrer Level 1' })).toBeChecked()
  await stepToAndPress(page, invitation.getByRole('button', { name: 'Konto anlegen' }))
  await expect(notice(page, 'Das Konto ist angelegt. Die Einladung gilt 60 Minuten.')).toBeVisible()
  await expect(card(page, 'Konto')).toContainText('eingeladen')
  await expect(card(page, 'Konto').getByRole('button', { name: 'Einladung erneut senden' })).toBeVisible()
  await expect(card(page, 'Konto')).toContainText('60 Minuten gültig')

  const link = await mailedLink(page, { email: mail, subject: 'Zugang' })
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link.pathname + link.search)
  await guest.getByLabel('Passwort', { exact: true }).fill('Ein Apfel am Abend')
  await guest.getByLabel('Passwort Bestätigung').fill('Ein Apfel am Abend')
  await guest.keyboard.press('Enter')
  await expect(title(guest)).toHaveText('Login')
  await typeLogin(guest, { email: mail, password: 'Ein Apfel am Abend' })
  await expect(title(guest)).toContainText('Willkommen')
  await page.reload()
  await expect(card(page, 'Konto')).toContainText('hat Login')

  // An exit in the past locks the account at once.
  await page.getByRole('button', { name: 'Abgang eintragen' }).click()
  await field(page, 'Letzter Tag an der Schule').fill('19.11.2026')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('dialog')).toContainText('Das Konto wird sofort geschlossen')
  await page.getByRole('dialog').getByRole('button', { name: 'Abgang eintragen' }).click()
  await expect(notice(page, 'zum 19.11.2026 ist eingetragen. Das Konto ist geschlossen.')).toBeVisible()
  await expect(card(page, 'Konto')).toContainText('geschlossen')
  await guest.reload()
  await expect(guest.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await openList(page, lastname)
  await expect(page.getByText(`Keine Treffer für „${lastname}“.`)).toBeVisible()
  await page.getByRole('button', { name: 'Auch ausgeschiedene durchsuchen' }).click()
  await expect(row(page, lastname)).toContainText('ausgeschieden am 19.11.2026')
})

test('a class is given and taken away by keys alone, and comes back', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  const classId = await makeClass(page, { grade: 2, description: 'a' })
  const person = await makeOwnEmployee(page)
  await openEmployee(page, person)
  await expect(card(page, 'Klassen')).toContainText('Zurzeit keine.')
  await stepToAndPress(page, page.getByRole('button', { name: 'Klasse zuordnen' }))
  const giving = dialog(page, `Klasse zuordnen: ${person.name}`)
  await expect(giving.getByRole('combobox', { name: 'Klasse' })).toBeFocused()
  await page.keyboard.type('2a')
  await expect(page.getByRole('option', { name: '2a' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(giving.getByRole('combobox', { name: 'Klasse' })).toHaveValue('2a')
  await stepTo(page, giving.getByRole('radio', { name: 'Klassenleitung' }))
  await page.keyboard.press('ArrowDown')
  await expect(giving.getByRole('radio', { name: 'Zugeordnet' })).toBeChecked()
  await expect(field(page, 'Ab')).toHaveValue('20.11.2026')
  await field(page, 'Ab').fill('1.12.2026')
  await stepToAndPress(page, giving.getByRole('button', { name: 'Klasse zuordnen' }))
  const held = page.getByRole('list', { name: 'Zugeordnet' })
  await expect(held).toContainText('ab 01.12.2026')
  await expect(held.getByRole('link')).toHaveAttribute('href', new RegExp(`/${classId}$`))
  await expect(giving).toHaveCount(0)

  // The assigned employee becomes class teacher from today on.
  await page.getByRole('button', { name: 'Klasse zuordnen' }).click()
  await giving.getByRole('combobox', { name: 'Klasse' }).fill('2a')
  await page.getByRole('option', { name: '2a' }).click()
  await giving.getByRole('button', { name: 'Klasse zuordnen' }).click()
  await expect(giving).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Klassenleitung' })).toContainText('seit 20.11.2026')

  await stepToAndPress(page, page.getByRole('button', { name: 'Beenden: Klassenleitung der 2a' }))
  const question = dialog(page, 'Zuordnung beenden?')
  await expect(question).toContainText(`${person.name} ist ab heute nicht mehr Klassenleitung der 2a.`)
  await question.getByRole('button', { name: 'Beenden' }).click()
  const ended = await heldNotice(page, 'Die Zuordnung ist beendet.')
  await expect(page.getByRole('list', { name: 'Klassenleitung' })).toHaveCount(0)
  await ended.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('list', { name: 'Klassenleitung' })).toContainText('2a')
})
