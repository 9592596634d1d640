export const brand = {
  name: 'Mühle & Łąka',
  subBrand: 'Şen Yazılım Görlitz',
  mail: 'hallo@muehle-laka.example',
  initial: 'Ł',
  languages: ['de'],
} as const;
