"""The 79 songs of JamendoLyrics.csv: file without suffix, artist and licence, in its order, by language."""

SONGS = {
    "English": """\
HILA_-_Give_Me_the_Same|HILA|BY-ND
Quentin_Hannappe_-_Keep_On|Quentin Hannappe|BY-NC-ND
Songwriterz_-_Back_In_Time|Songwriterz|BY-ND
Kinematic_-_Peyote|KINEMATIC|BY-ND
Avercage_-_Embers|Avercage|BY-NC-SA
Color_Out_-_Falling_Star|Colour Out|BY-NC-ND
The.madpix.project_-_One_Way_Street|The.Madpix.Project|BY-NC-SA
Wordsmith_-_The_Statement|Wordsmith|BY-ND
JASON_MILLER_-_CROWD_PLEASER|Jason Miller|BY-NC-SA
Lower_Loveday_-_Is_It_Right_|Lower Loveday|BY-SA
Pure_Mids_-_The_Leader|Pure Mids|BY-NC-ND
Ridgway_-_Fire_Inside|Ridgway|BY-ND
Moon_I_Mean_-_Wrong_Concept|Moon I mean|BY-NC-ND
Slingshot_Miracle_-_Whistler|Slingshot miracle|BY-NC-ND
The_Rinn_-_Voices__2017_Version_|The RINN|BY-NC-ND
Rxbyn_-_Bad_Side|Rxbyn|BY
Tom_Orlando_-_The_One__feat._Tina_G_|Tom Orlando|BY-ND
LUNABLIND_-_Vision__Radio_Edit_|LUNABLIND|BY-NC
Explosive_Ear_Candy_-_Like_The_Sun|Explosive ear candy|BY-NC-ND
Cortez_-_Feel__Stripped_|Cortez|BY
""",
    "German": """\
1_Freak_-_Automatisch_Gekommen|Automatisch Gekommen|CC BY-NC-ND
Bitte_beweg_dich_nicht_-_Bukto|Bukto|CC BY-NC-ND
Burn_Out_Man_-_Abendblau|Abendblau|CC BY-NC-ND
Cafe_Jenseitz_Bebelstraße_-_kangaroo.musique|KANGAROO MUSIQUE|CC BY-NC-ND
Da_wurdest_du_geboren_-_Alice_Tlustos_|Alice Tlustlos|CC BY-NC-ND
Der_Baum_-_Dienstag_is_Damensauna_(2)|Dienstag ist Damensauna|CC BY-NC-ND
Der_Musiker_-_d-music|D.|CC BY-NC-SA
dich_gehen_zu_sehn._-_Wingenbach_Frank|Frank Wingenbach|CC BY-NC-ND
Die_Revolution_gehört_Dir!_-_partysahnen|Die Partysahnen|CC BY-NC-SA
Drei_Nüsse_-_patrouille|Patrouille|CC BY-NC-ND
Freifliegen_-_durch.dick.und.duenn|Durch Dick und Dünn|CC BY-SA
Fußabdrücke_-_Andreas_Jachmann|Andreas Jachmann|CC BY-NC-ND
Ich_kann_dich_nicht_vergessen_-_Wingenbach_Frank|Frank Wingenbach|CC BY-NC-ND
Intro_[Pulsschlag]_-_Zeugen_der_Leere_(2)|Zeugen der Leere|CC BY-NC-ND
Keine_Lust_-_Jonny_M|Jonny M|CC BY-SA
Musik_-_Heiko|Heiko Sunfyah|CC BY-NC-ND
Schnodderdodder_-_Abendblau|Abendblau|CC BY-NC-ND
Sehnsucht-Unplugged_-_REH-TORTE|REH-TORTE|CC BY-NC-ND
SHANEY_23_feat._G1NA_G._x_In_den_Strassen_-_Shaney_23|Shaney 23|CC BY-NC-ND
Veränderung_-_doromusis|Doromusis|CC BY-NC-ND
""",
    "Spanish": """\
Baila_-_Alfonso_Lugo|ALFONSO LUGO|CC BY-NC-SA
Besando_Sapos_-_Dream_Tabu|DREAM TABÙ|CC BY-NC-SA
Caralibro_-_Vagos_Permanentes|VAGOS PERMANENTES|CC BY-NC-SA
CLUB_DESTINO__-_Pensando_en_ti_-_CLUB_DESTINO|CLUB DESTINO|CC BY-NC-SA
Diosa_de_la_noche_-_Brunela_Crochenci|BRUNELA CROCHENCI|CC BY-NC-SA
10._Disparan_-_criatura|CRIATURA|CC BY-NC-SA
Esencia_-_NandoMalo_|NANDOMALO|CC BY-SA
Fantasma_-_Los_Rombos|LOS ROMBOS|CC BY-SA
Guayeteo_-_JhoyKing|JhoyKing|CC BY-NC-ND
Háblame_-_(Talk_to_me)_-_Brunela_Crochenci|BRUNELA CROCHENCI|CC BY-NC-SA
Intentando_Destacar_-_Sundayers_|SUNDAYERS|CC BY-NC-SA
La_rumba_del_coronavirus_-_Rich_Don_Jeri|RICH DON JERI|CC BY-ND
¡Óyeme_tiburón!_-_Corrientes|CORRIENTES|CC BY-NC-SA
Yuanan_-_Miedo_-_Yuanan|YUANAN “J.A.R”|CC BY-NC-SA
Palabras_-_Javier_Gomez_Bello|JAVIER GÓMEZ BELLO|CC BY-NC-SA
Quiero_y_Puedo_-_Nacidos_de_la_Tierra|NACIDOS DE LA TIERRA|CC BY-ND
Sin_miedo_-_Living_Camboya|LIVING CAMBOYA|CC BY-NC-SA
te_amo_-_fabios_la_nueva_expresion_de_la_cancion|FABIOS LA NUEVA EXPRESION DE LA CANCIÓN|CC  BY-NC-SA
Te_Recuerdo_-_Wilson_Way|WILSON WAY|CC BY-SA
Vente_-_Fafarulo_Calabaza|FAFARULO CALABAZA|CC BY-NC
""",
    "French": """\
Capotes_à_un_Franc_-_elmanu|EL MANU|CC BY-NC-SA
CHRISTMAS_AVEC_TOI_-_imfreshyourepretty|I'M FRESH! YOU'RE PRETTY!|CC BY
Confession_-_Quesabe|Quesabe|CC BY-NC-ND
Culture_&_Co._-_cool.cavemen|COOL CAVEMEN|CC BY-NC-ND
de_bonne_humeur_-_Le_Nez_Tordu|LE NEZ TORDU|CC BY-NC-SA
l'abandon_-_flo|FLO|CC BY
Le_musée_d'air_contemporain_-_KPTN|KPTN|CC BY
Les_files_d'attente_-_Law'|LAW'|CC BY-SA
Libre_by_CybeR_AttaCK_-_CyberAttacK|CYBERATTACK|CC BY-ND
Mère_nature_-_Law'|LAW'|CC BY-SA
Mes_Larmes_-_kobzx2z|KOBZX2Z|CC BY-NC-ND
Pas_que_tes_pas_-_AZUL|AZUL|CC BY-NC-SA
Pluie_d'entre_deux_saisons_-_Midnight_Prefou|MIDNIGHT PRÉFOU|CC BY-NC-ND
POIGNEE_DE_MAIN_-_Cabbac|CABBAC|CC BY-NC-ND
Séculaire_feat._Nÿme_-_saru|WASARU|CC BY-NC-SA
DON_VALDES_-_Tu_sais_Man|DON VALDES|CC BY-NC-SA
Une_Vie_De_Roi_-_david|LÖHSTANA DAVID|CC BY-NC-SA
Le_royaume_des_glous_glous_-_Raoul_de_QSM|RAOUL DE QSM|CC BY-NC-ND
En_liberté_-_tom.leyak|LÉYÀK|CC BY-NC-SA
""",
}
