/** The job that ends the parents' links of those who are 18; it also runs when a pupil takes back the consent to it. */
export const OF_AGE_TASK = 'rotate_links_of_age'
