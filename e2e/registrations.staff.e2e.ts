import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { enterApplication, notice, putNote, putStatus, signIn, title, transform, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const details = (id: number) => `${LIST}/details/${id}`
const statusOf = (page: Page, name: string) => page.getByRole('button', { name: `Status von ${name} ändern` })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('the head accepts from the dashboard in three clicks, makes the pupil and finds it', async ({ page }) => {
  const lastname = uniqueName('Neumann')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  await page.goto('/app/')
  await statusOf(page, `Mia ${lastname}`).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await expect(statusOf(page, `Mia ${lastname}`)).toContainText('Angenommen')
  await expect(notice(page, `Mia ${lastname}: Angenommen.`)).toBeVisible()

  await page.getByRole('link', { name: `Mia ${lastname}` }).click()
  await expect(title(page)).toHaveText(`Mia ${lastname}`)
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  await expect(page.getByRole('radio', { name: 'Klasse noch offen' })).toBeVisible()
  await page.getByRole('button', { name: 'Übernehmen', exact: true }).click()
  await expect(notice(page, `Mia ${lastname} wurde als Schülerin angelegt.`)).toBeVisible()
  await expect(page.getByText(/^Bereits übernommen am .* von Katharina Vogt\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Als SuS übernehmen' })).toHaveCount(0)
  await expect(title(page)).toBeFocused()

  await page.getByRole('button', { name: 'Zur Schülerin' }).click()
  await expect(title(page)).toHaveText(`Mia ${lastname}`)
  await expect(page.getByText('künftig')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Klassen' })).toContainText(/ab \d\d\.\d\d\.\d{4}/)
  await page.goto(`/app/admin/sus?search=${lastname}`)
  await expect(page.getByRole('link', { name: `${lastname}, Mia` })).toBeVisible()

  const second = await transform(page, id)
  expect(second.status()).toBe(409)
  expect((await second.json()).message).toBe('Die Bewerbung wurde bereits übernommen.')
})

test('a status goes anywhere by menu or by the keys 1 to 4 and can be taken back', async ({ page }) => {
  const lastname = uniqueName('Tasten')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Ole', lastname })
  await page.goto(`${LIST}?search=${lastname}`)
  const button = statusOf(page, `Ole ${lastname}`)
  await button.click()
  await expect(page.getByRole('menuitem', { name: 'Neu' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await page.getByRole('link', { name: `${lastname}, Ole` }).focus()
  await page.keyboard.press('3')
  await expect(button).toContainText('Warteliste')
  await expect(notice(page, `Ole ${lastname}: Warteliste.`)).toBeVisible()
  await page.keyboard.press('4')
  await expect(button).toContainText('Abgelehnt')
  // The record changed since: only the last change can be taken back.
  await expect(notice(page, `Ole ${lastname}: Warteliste.`)).toHaveCount(0)
  await expect(page.getByRole('link', { name: `${lastname}, Ole` })).toBeFocused()
  await notice(page, `Ole ${lastname}: Abgelehnt.`).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('link', { name: `${lastname}, Ole` })).toBeFocused()
  await expect(button).toContainText('Warteliste')
  await expect(notice(page, `Ole ${lastname}: Warteliste.`)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(button).toContainText('Abgelehnt')
  await page.reload()
  await expect(statusOf(page, `Ole ${lastname}`)).toContainText('Abgelehnt')
})

test('the status menu works by keyboard alone, also while the status is new', async ({ page }) => {
  const lastname = uniqueName('Menue')
  await signIn(page, 'leitung.fsw')
  await enterApplication(page, { firstname: 'Ada', lastname })
  await enterApplication(page, { firstname: 'Bea', lastname })
  await page.goto(`${LIST}?search=${lastname}&sort=child`)
  const button = statusOf(page, `Ada ${lastname}`)
  await button.focus()
  for (const opening of ['first', 'second']) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Angenommen' }), opening).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Warteliste' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Angenommen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button).toContainText('Angenommen')
})

test('a refused status says so and the chip returns', async ({ page }) => {
  const lastname = uniqueName('Fehler')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Ida', lastname })
  await page.goto(`${LIST}?search=${lastname}`)
  await expect(statusOf(page, `Ida ${lastname}`)).toContainText('Neu')
  await page.route('**/changeStatus', (route) => route.fulfill({ status: 500, json: { message: '' } }))
  await statusOf(page, `Ida ${lastname}`).click()
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fehler' })
  await expect(dialog.getByText('Der Status konnten nicht übernommen werden.')).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(statusOf(page, `Ida ${lastname}`)).toContainText('Neu')

  await page.unroute('**/changeStatus')
  await page.goto(details(id))
  await expect(statusOf(page, `Ida ${lastname}`)).toContainText('Neu')
  await putStatus(page, id, 'waiting')
  await statusOf(page, `Ida ${lastname}`).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await expect(page.getByText('Der Status konnten nicht übernommen werden.')).toBeVisible()
  await expect(page.getByText(/^Katharina Vogt hat diesen Datensatz am .* um .* Uhr geändert\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(statusOf(page, `Ida ${lastname}`)).toContainText('Warteliste')
})

test('the confirmation mail can be sent again', async ({ page }) => {
  const lastname = uniqueName('Mail')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Lea', lastname, mail: `${lastname}@example.org` })
  await page.goto(`${LIST}?search=${lastname}`)
  await expect(row(page, lastname).getByText('unbestätigt')).toBeVisible()
  await page.getByRole('button', { name: `Bestätigungsmail an Anna ${lastname} erneut senden` }).click()
  const done = page.getByRole('dialog', { name: 'Erfolgreich' })
  await expect(done.getByText('Die E-Mail wurde erfolgreich versendet.')).toBeVisible()
  await done.getByRole('button', { name: 'OK' }).click()

  await page.goto(details(id))
  await expect(page.getByText(`Bestätigungsmail an Anna ${lastname}: gesendet`)).toBeVisible()
  await page.route('**/resendContactOptin/*', (route) => route.fulfill({ status: 500, json: { message: '' } }))
  await page.getByRole('button', { name: `Bestätigung erneut senden an Anna ${lastname}` }).click()
  const failed = page.getByRole('dialog', { name: 'Fehler' })
  await expect(failed.getByText('Beim Senden der E-Mail ist es zu einem Fehler gekommen.')).toBeVisible()
})

test('filters stand in the address and a filtered list is worked off without going back', async ({ page }) => {
  const lastname = uniqueName('Reihe')
  await signIn(page, 'leitung.fsw')
  for (const firstname of ['Anton', 'Berta', 'Carla']) await enterApplication(page, { firstname, lastname })
  await page.goto(`${LIST}?status=new&sort=child`)
  await page.getByRole('searchbox', { name: 'Bewerbungen suchen' }).fill(lastname)
  await expect(page).toHaveURL(new RegExp(`search=${lastname}`))
  await expect(page.getByRole('button', { name: 'Neu 3' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: `${lastname}, Anton` }).click()
  await expect(page.getByText('1 von 3')).toBeVisible()

  await statusOf(page, `Anton ${lastname}`).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await expect(statusOf(page, `Anton ${lastname}`)).toContainText('Angenommen')
  await page.keyboard.press('Escape')
  await title(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(`Berta ${lastname}`)
  await expect(page.getByText('2 von 3')).toBeVisible()
  await page.getByRole('link', { name: 'Nächste Bewerbung' }).click()
  await expect(title(page)).toHaveText(`Carla ${lastname}`)
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Bewerbungen' }).click()
  await expect(page.getByRole('button', { name: 'Angenommen 1' })).toBeVisible()
  await page.goBack()
  await expect(title(page)).toHaveText(`Carla ${lastname}`)
})

test('an application from paper is checked like any other and sends mail only on wish', async ({ page }) => {
  const lastname = uniqueName('Papier')
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  await page.getByRole('link', { name: 'Neue Bewerbung' }).click()
  await page.getByRole('button', { name: 'Bewerbung anlegen' }).click()
  await expect(page.getByText(/^Bitte prüfen Sie \d+ Angaben:$/)).toBeVisible()
  await page.getByRole('button', { name: 'Vorname(n): Dieses Feld ist ein Pflichtfeld.' }).click()
  await expect(page.getByLabel('Vorname(n)')).toBeFocused()

  await page.getByLabel('Vorname(n)').fill('Emil')
  await page.getByLabel('Nachname').first().fill(lastname)
  await page.getByRole('radio', { name: 'männlich' }).check()
  await page.getByLabel('Geburtsdatum').fill('31.2.2021')
  await page.getByLabel('Straße').fill('Dorfstraße')
  await page.getByLabel('Hausnummer').fill('3')
  await page.getByLabel('PLZ').fill('15999')
  await page.getByLabel('Ort', { exact: true }).fill('Wacholderhain')
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  const parent = page.getByRole('group', { name: 'Sorgeberechtigte Person 1' })
  await parent.getByLabel('Vorname').fill('Anna')
  await parent.getByLabel('Nachname').fill(lastname)
  await parent.getByLabel('Verhältnis zum Kind').selectOption({ label: 'Mutter' })
  await page.getByRole('radio', { name: 'kein Hort' }).check()
  await expect(page.getByRole('checkbox', { name: 'Bestätigungslink senden' })).toBeDisabled()
  await page.getByRole('button', { name: 'Bewerbung anlegen' }).click()
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await page.getByLabel('Geburtsdatum').fill('31.3.21')
  await page.getByRole('button', { name: 'Bewerbung anlegen' }).click()
  await expect(title(page)).toHaveText(`Emil ${lastname}`)
  await expect(page.getByText('Aufgenommen von Papier oder Telefon')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Entscheidung' }).getByText('keine Adresse')).toBeVisible()
  await expect(page.getByText('Bestätigungsmail')).toHaveCount(0)
})

test('a note another person wrote meanwhile is shown before it is overwritten', async ({ page }) => {
  const lastname = uniqueName('Notiz')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Pia', lastname })
  await page.goto(details(id))
  await page.getByRole('textbox', { name: 'Interne Notiz' }).fill('Rückruf am Montag')
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Bewerbungen' }).click()
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page.getByRole('textbox', { name: 'Interne Notiz' })).toHaveValue('Rückruf am Montag')

  await putNote(page, id, { internal_note: 'Gespräch geführt', version: 1 })
  await page.getByRole('button', { name: 'Notiz speichern' }).click()
  await expect(page.getByText(/^Katharina Vogt hat diesen Datensatz am .* geändert\.$/)).toBeVisible()
  await expect(page.getByText('Gespräch geführt')).toBeVisible()
  await page.getByRole('button', { name: 'Meine übernehmen' }).click()
  await expect(notice(page, 'Die Notiz ist gespeichert.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Interne Notiz' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Interne Notiz' }).fill('Rückruf am Dienstag')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('button', { name: 'Notiz speichern' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Interne Notiz' })).toHaveValue('Rückruf am Dienstag')
})

test('a child and a parent the school knows are linked instead of made twice', async ({ page }) => {
  const lastname = uniqueName('Zwilling')
  const mail = `${lastname}@example.org`
  await signIn(page, 'leitung.fsw')
  const first = await enterApplication(page, {
    firstname: 'Ella',
    lastname,
    mail,
    birthdate: '2018-05-03',
    lateralGrade: 3,
  })
  await putStatus(page, first.id, 'accepted')
  await page.goto(details(first.id))
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Als SuS übernehmen' })
  await expect(dialog.getByRole('radio', { name: /^3[ab]$/ }).and(page.locator(':checked'))).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(notice(page, `Ella ${lastname} wurde als Schülerin angelegt.`)).toBeVisible()

  const second = await enterApplication(page, {
    firstname: 'Ella',
    lastname,
    mail,
    birthdate: '2018-05-03',
    lateralGrade: 3,
  })
  await putStatus(page, second.id, 'accepted')
  await page.goto(details(second.id))
  await expect(page.getByText('Dieses Kind gibt es möglicherweise schon')).toBeVisible()
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  await expect(dialog.getByText('Dieses Kind gibt es schon')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: `Vorhandenen Eintrag verwenden: Anna ${lastname}` })).toBeChecked()
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(dialog.getByText('Bitte wählen Sie einen Wert.')).toBeVisible()
  await expectSound(page, 'Übernahme mit Dublette')
  await dialog.getByRole('radio', { name: `Mit vorhandenem verknüpfen: Ella ${lastname}` }).check()
  await dialog.getByRole('button', { name: 'Verknüpfen' }).click()
  await expect(notice(page, 'mit dem vorhandenen Eintrag verknüpft')).toBeVisible()
})

test('a teacher, a viewer and the head of the other school see nothing of it', async ({ page, browser }) => {
  const lastname = uniqueName('Geheim')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Nora', lastname })
  const noRight = 'Dafür fehlt Ihnen die Berechtigung „Bewerbungen bearbeiten“ (manage pupil application).'
  for (const { account, none, unknown } of [
    { account: 'lehrer.fsw', none: noRight, unknown: noRight },
    { account: 'betrachter.fsw', none: noRight, unknown: noRight },
    { account: 'leitung.fow', none: `Keine Treffer für „${lastname}“.`, unknown: 'Seite nicht gefunden' },
  ]) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await signIn(other, account)
    await other.goto(`${LIST}?search=${lastname}&school_year_id=alle`)
    await expect(other.getByText(none)).toBeVisible()
    await other.goto(details(id))
    await expect(other.getByText(unknown)).toBeVisible()
    await expect(other.getByText(lastname)).toHaveCount(0)
    await context.close()
  }
})
